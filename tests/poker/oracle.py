"""A second Craps Poker, written from the rules alone: one table of plain values, changed in place, copied whole.

It shares nothing with the game it judges. It is slow and says only yes or no.
"""

from __future__ import annotations

import copy
from collections import Counter

VALUE = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}


class No(Exception):
    pass


def need(condition):
    if not condition:
        raise No


def straight_to(values):
    """The top of the best five in a row, or 0."""
    have = set(values) | ({1} if 14 in values else set())
    return max((top for top in range(5, 15) if all(top - step in have for step in range(5))), default=0)


def strength(cards):
    """What the best five are worth, by counting."""
    values = sorted((VALUE[card[0]] for card in cards), reverse=True)
    suited = {}
    for card in cards:
        suited.setdefault(card[1], []).append(VALUE[card[0]])
    flushes = [sorted(suit, reverse=True) for suit in suited.values() if len(suit) >= 5]
    running = max((straight_to(suit) for suit in flushes), default=0)
    if running:
        return [8, running]
    count = Counter(values)
    by_count = sorted(count, key=lambda value: (count[value], value), reverse=True)
    if count[by_count[0]] == 4:
        return [7, by_count[0], max(value for value in values if value != by_count[0])]
    threes = sorted((value for value in count if count[value] == 3), reverse=True)
    twos = sorted((value for value in count if count[value] >= 2), reverse=True)
    if threes and len(twos) > 1:
        return [6, threes[0], next(value for value in twos if value != threes[0])]
    if flushes:
        return [5, *max(suit[:5] for suit in flushes)]
    if straight_to(values):
        return [4, straight_to(values)]
    if threes:
        return [3, threes[0], *[value for value in values if value != threes[0]][:2]]
    if len(twos) > 1:
        return [2, *twos[:2], max(value for value in values if value not in twos[:2])]
    if twos:
        return [1, twos[0], *[value for value in values if value != twos[0]][:3]]
    return [0, *values[:5]]


class Table:
    """step: what is awaited. round: this betting round, player -> chips; None outside of one."""

    def __init__(self, players, buy_in, ante, cards, limit):
        self.seats, self.ante, self.cards, self.limit = list(players), ante, cards, limit
        self.stack = dict.fromkeys(players, buy_in)
        self.bought = dict.fromkeys(players, buy_in)
        self.due, self.step, self.over, self.out = players[0], "deal", False, False
        self.in_pot, self.undo, self.log = {}, None, []

    def give(self, command):
        """True where the command is carried out."""
        kept = copy.deepcopy(self.__dict__)
        try:
            need(not self.over)
            getattr(self, "do_" + command["cmd"])(command)
        except No:
            self.__dict__ = kept
            return False
        if self.undo is not None and command["cmd"] not in ("throw", "correct"):
            self.log.append(command)
        return True

    # ---- deal

    def clockwise(self, start):
        at = self.seats.index(start)
        return self.seats[at:] + self.seats[:at]

    def do_deal(self, command):
        need(self.step == "deal")
        able = [seat for seat in self.clockwise(self.due) if self.stack[seat] > 0]
        need(len(able) >= 3)
        self.undo = None
        self.dealer = self.due = able[0]
        self.ring = able[1:] + able[:1]
        self.live = list(self.ring)
        self.deck, self.order = list(command["deck"]), list(command["deck"])
        self.hand = {seat: [] for seat in self.ring}
        for _ in range(self.cards):
            for seat in self.ring:
                self.hand[seat].append(self.deck.pop(0))
        self.in_pot = {}
        for seat in self.ring:
            self.pay(seat, min(self.ante, self.stack[seat]))
        self.laps = 2 if self.cards == 11 else 1
        self.lap, self.shown, self.left_over = 1, {}, []
        self.begin(self.ring[0])

    def pay(self, seat, chips):
        self.stack[seat] -= chips
        self.in_pot[seat] = self.in_pot.get(seat, 0) + chips

    # ---- the turns

    def begin(self, seat):
        self.turn, self.actor, self.die = seat, seat, None
        if self.stack[seat] == 0:
            self.step = "throw"
        else:
            self.step = "speak"
            self.open_round([])

    def open_round(self, ring):
        self.round = {}
        self.high, self.raise_by = 0, self.ante
        self.to_speak, self.barred = list(ring), set()

    def onwards(self):
        later = self.ring[self.ring.index(self.turn) + 1 :]
        for seat in later:
            if seat in self.live:
                return self.begin(seat)
        if self.lap < self.laps:
            self.lap += 1
            return self.begin(self.live[0])
        for seat in self.live:
            while len(self.hand[seat]) < 5:
                self.hand[seat].append(self.deck.pop(0) if self.deck else self.left_over.pop(0))
        self.turn, self.step = None, "last"
        self.open_round(self.live)
        return self.ask()

    def others_with_chips(self, seat):
        return [one for one in self.live if one != seat and self.stack[one]]

    def ask(self):
        """Finds who speaks next, or closes the round."""
        if len(self.live) == 1:
            return self.close()
        while self.to_speak:
            seat = self.to_speak[0]
            owes = self.round.get(seat, 0) < self.high
            if seat in self.live and self.stack[seat] and (owes or self.others_with_chips(seat)):
                self.actor = seat
                return None
            self.to_speak.pop(0)
        return self.close()

    def close(self):
        stakes = sorted(self.round.items(), key=lambda item: item[1])
        if stakes:
            second = stakes[-2][1] if len(stakes) > 1 else 0
            top, chips = stakes[-1]
            self.stack[top] += chips - second
            self.in_pot[top] -= chips - second
        if len(self.live) == 1:
            return self.finish()
        if self.step == "last":
            return self.finish()
        if self.turn in self.hand:
            self.step, self.actor = "throw", self.turn
            return None
        return self.onwards()

    # ---- words

    def speaker(self, command, *steps):
        need(self.step in steps and not self.out)
        need(command.get("player", self.actor) == self.actor)
        return self.actor

    def do_check(self, command):
        seat = self.speaker(command, "speak", "answer", "last", "throw")
        if self.step == "throw":
            need(self.stack[seat] == 0 and seat in self.live)
            return
        need(self.high == 0)
        if self.step == "speak":
            self.step = "throw"
        else:
            self.barred.add(seat)
            self.to_speak.pop(0)
            self.ask()

    def do_bet(self, command):
        seat = self.speaker(command, "speak", "last")
        need(self.high == 0)
        self.stake(seat, command["amount"])

    def do_raise(self, command):
        seat = self.speaker(command, "answer", "last")
        need(self.high > 0 and seat not in self.barred)
        self.stake(seat, command["amount"])

    def stake(self, seat, total):
        mine = self.round.get(seat, 0)
        everything = self.stack[seat] + mine
        need(self.high < total <= everything)
        lowest = self.high + (self.ante if self.limit == "fixed" else self.raise_by)
        need(total >= lowest or total == everything)
        if self.limit == "fixed":
            need(total <= self.high + self.ante)
        if self.limit == "pot":
            pot = sum(self.in_pot.values()) + self.high - mine
            need(total <= max(self.high + pot, lowest))
        self.pay(seat, total - mine)
        self.round[seat] = total
        if total - self.high >= self.raise_by:
            self.raise_by = total - self.high
            self.barred = set()
        self.barred.add(seat)
        self.high = total
        if self.step == "speak":
            self.step = "answer"
        at = self.ring.index(seat)
        self.to_speak = [one for one in self.ring[at + 1 :] + self.ring[:at] if one in self.live]
        self.ask()

    def do_call(self, command):
        seat = self.speaker(command, "answer", "last")
        owed = self.high - self.round.get(seat, 0)
        need(owed > 0)
        chips = min(owed, self.stack[seat])
        self.pay(seat, chips)
        self.round[seat] = self.round.get(seat, 0) + chips
        self.barred.add(seat)
        self.to_speak.pop(0)
        self.ask()

    def do_fold(self, command):
        seat = self.speaker(command, "answer", "last")
        need(self.high > self.round.get(seat, 0))
        self.live.remove(seat)
        if seat != self.turn:
            self.drop(seat)
        self.to_speak.pop(0)
        self.ask()

    def drop(self, seat):
        gone = set(self.hand.pop(seat))
        self.left_over = [card for card in self.order if card in gone or card in self.left_over]

    # ---- die and cards

    def may_throw(self):
        lonely = self.step == "speak" and not self.others_with_chips(self.turn)
        return self.step == "throw" or lonely

    def do_throw(self, command):
        need(self.may_throw() and command.get("player", self.turn) == self.turn)
        self.undo = copy.deepcopy({key: value for key, value in self.__dict__.items() if key not in ("undo", "log")})
        self.log = []
        self.die, self.step, self.out, self.actor = command["dice"][0], "pass", False, self.turn

    def do_correct(self, command):
        need(self.undo is not None)
        log = self.log
        self.__dict__ = copy.deepcopy(self.undo) | {"undo": None, "log": []}
        self.do_throw({"dice": command["dice"]})
        for since in log:
            self.give(since)

    def do_dice_out(self, command):
        need(self.may_throw())
        self.out = True

    def do_no_roll(self, command):
        self.out = False

    def do_pass(self, command):
        seat = self.speaker(command, "pass")
        cards = command["cards"]
        need(len(cards) == min(self.die, len(self.hand[seat])) and set(cards) <= set(self.hand[seat]))
        at = self.ring.index(seat)
        to = next(one for one in self.ring[at + 1 :] + self.ring[:at] if one in self.live)
        for card in cards:
            self.hand[seat].remove(card)
            self.hand[to].append(card)
        self.undo = None
        if seat not in self.live:
            self.drop(seat)
        self.onwards()

    # ---- the end

    def finish(self):
        worth = {seat: [0] for seat in self.live}
        if len(self.live) > 1:
            worth = {seat: strength(self.hand[seat]) for seat in self.live}
            self.shown = {seat: set(self.hand[seat]) for seat in self.live}
        # Chip by chip: each layer of one chip is won by the best of those who paid into it; layers with the same
        # contenders are one pot.
        layers = {}
        for level in range(1, max(self.in_pot.values()) + 1):
            payers = [seat for seat in self.in_pot if self.in_pot[seat] >= level]
            able = tuple(seat for seat in self.live if self.in_pot[seat] >= level)
            if not able:
                able = list(layers)[-1]
            layers[able] = layers.get(able, 0) + len(payers)
        for able, chips in layers.items():
            best = max(worth[seat] for seat in able)
            winners = [seat for seat in able if worth[seat] == best]
            for seat in winners:
                self.stack[seat] += chips // len(winners)
            self.stack[winners[0]] += chips % len(winners)
        self.rest()
        self.undo = None
        if self.due == self.dealer:
            self.due = self.clockwise(self.due)[1 % len(self.seats)]

    def rest(self):
        self.in_pot, self.step, self.out = {}, "deal", False

    def do_void(self, command):
        need(self.step != "deal")
        for seat, chips in self.in_pot.items():
            self.stack[seat] += chips
        self.rest()

    def do_cash_out(self, command):
        for seat, chips in self.in_pot.items():
            self.stack[seat] += chips
        self.in_pot, self.over = {}, True

    # ---- people

    def do_join(self, command):
        player, after = command["player"], command.get("after")
        need(not self.out and player not in self.seats and len(self.seats) < (6 if self.cards == 7 else 4))
        need(after is None or after in self.seats)
        self.seats.insert(len(self.seats) if after is None else self.seats.index(after) + 1, player)
        for chips in (self.stack, self.bought):
            chips[player] = chips.get(player, 0) + command["buy_in"]
        if self.due is None:
            self.due = player

    def do_buy_in(self, command):
        player = command["player"]
        need(player in self.seats and not self.out and (self.step == "deal" or player not in self.live))
        self.stack[player] += command["amount"]
        self.bought[player] += command["amount"]

    def do_leave(self, command):
        player = command["player"]
        need(player in self.seats and not self.out)
        if self.due == player:
            self.due = self.clockwise(player)[1] if len(self.seats) > 1 else None
        self.seats.remove(player)
        if self.step == "deal" or player not in self.hand:
            return
        if player in self.live:
            self.live.remove(player)
        self.drop(player)
        if self.step in ("answer", "last"):
            self.ask()
        elif len(self.live) == 1:
            self.finish()
        elif player == self.turn:
            self.onwards()
