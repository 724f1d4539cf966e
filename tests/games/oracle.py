"""A second street game, written from the rules alone: one table of plain dicts, changed in place, copied whole.

It shares nothing with the game it judges. It is slow and says only yes or no.
"""

from __future__ import annotations

import copy

NEXT = {"seven": {7}, "craps": {2, 3, 12}, "two": {2}, "twelve": {12}, "three": {3}, "eleven": {11},
        "field": {2, 3, 4, 9, 10, 11, 12}}  # fmt: skip
PAYS = {"seven": (4, 1), "craps": (7, 1), "two": (29, 1), "twelve": (29, 1), "three": (14, 1), "eleven": (14, 1),
        "field": (2, 1), "hard_4": (7, 1), "hard_10": (7, 1), "hard_6": (9, 1), "hard_8": (9, 1), "num_4": (2, 1),
        "num_10": (2, 1), "num_5": (3, 2), "num_9": (3, 2), "num_6": (6, 5), "num_8": (6, 5)}  # fmt: skip


class No(Exception):
    pass


def need(condition):
    if not condition:
        raise No


class Table:
    def __init__(self, players, buy_in, minimum, dice_pass, line, late_line):
        self.seats = list(players)
        self.stack = dict.fromkeys(players, buy_in)
        self.bought = dict.fromkeys(players, buy_in)
        self.minimum, self.rule, self.open_line, self.late = minimum, dice_pass, line == "open", late_line
        self.pending = {}
        self.board, self.next_bet = {}, 1
        self.out = self.over = False
        self.snapshot = self.log = None
        self.fresh = set()
        self.phase, self.line, self.point, self.shooter = "waiting", [], None, None
        self.due = players[0]
        self.try_round()

    # line: a list of [player, side, amount]; the stake is side "stake" and comes first.

    def give(self, command):
        """True where the command is carried out."""
        kept = copy.deepcopy(self.__dict__)
        try:
            if command["cmd"] == "correct":
                self.correct(command["dice"])
            else:
                self.run(command)
        except No:
            self.__dict__ = kept
            return False
        return True

    def run(self, command):
        need(not self.over)
        cmd = command["cmd"]
        if cmd == "throw":
            before = copy.deepcopy({k: v for k, v in self.__dict__.items() if k not in ("snapshot", "log")})
            self.throw(command["dice"])
            self.snapshot, self.log = before, []
            return
        getattr(self, "do_" + cmd)(command)
        if self.phase == "waiting":
            self.try_round()
        if self.log is not None:
            self.log.append(command)

    def correct(self, dice):
        need(not self.over and self.snapshot is not None)
        log, snapshot = self.log, self.snapshot
        self.__dict__ = copy.deepcopy(snapshot) | {"snapshot": None, "log": None}
        self.run({"cmd": "throw", "dice": dice})
        for command in log:
            self.give(command)

    # ---- who shoots

    def clockwise(self, start):
        if start not in self.seats:
            return list(self.seats)
        at = self.seats.index(start)
        return self.seats[at:] + self.seats[:at]

    def left(self, player):
        ring = self.clockwise(player)
        if player in self.seats:
            ring = ring[1:]
        return ring[0] if ring else None

    def try_round(self):
        able = [seat for seat in self.clockwise(self.due) if self.stack[seat] >= self.minimum]
        if len(able) < 2:
            self.phase, self.shooter = "waiting", None
            return
        self.rule = self.pending.get("dice_pass", self.rule)
        self.late = self.pending.get("late_line", self.late)
        self.shooter, self.phase, self.point, self.fresh = able[0], "come_out", None, set()
        self.line = [[able[0], "stake", self.minimum], [able[1], "against", self.minimum]]
        for seat in able[:2]:
            self.stack[seat] -= self.minimum

    def drop_line(self, due):
        for player, _, amount in self.line:
            self.stack[player] += amount
        self.line, self.phase, self.point, self.due = [], "waiting", None, due

    # ---- line

    def mine(self, player):
        return next((bet for bet in self.line if bet[0] == player and bet[1] != "stake"), None)

    def do_for(self, command):
        player, side = command["player"], command["cmd"]
        need(player in self.seats and not self.out and self.phase in ("come_out", "point"))
        need(player != self.shooter and player not in self.fresh)
        amount = command["amount"]
        need(amount >= self.minimum if self.open_line else amount == self.minimum)
        bet = self.mine(player)
        if self.phase == "point":
            need(self.late and bet is None)
        if bet:
            need(self.stack[player] + bet[2] >= amount)
            self.stack[player] += bet[2] - amount
            if bet[1] == side:
                bet[2] = amount
                return
            self.line.remove(bet)
        else:
            need(self.stack[player] >= amount)
            self.stack[player] -= amount
        self.line.append([player, side, amount])

    do_against = do_for

    def do_off(self, command):
        player = command["player"]
        need(player in self.seats and not self.out and self.phase == "come_out" and player != self.shooter)
        bet = self.mine(player)
        need(bet)
        self.stack[player] += bet[2]
        self.line.remove(bet)

    def do_stake(self, command):
        need(not self.out and self.phase == "come_out")
        amount = command["amount"]
        need(amount >= self.minimum if self.open_line else amount == self.minimum)
        stake = self.line[0]
        need(self.stack[self.shooter] + stake[2] >= amount)
        self.stack[self.shooter] += stake[2] - amount
        stake[2] = amount

    def do_pass_dice(self, command):
        need(not self.out and self.phase == "come_out")
        self.drop_line(self.left(self.shooter))

    def sides(self):
        right = [bet for bet in self.line if bet[1] == "stake"] + [bet for bet in self.line if bet[1] == "for"]
        return right, [bet for bet in self.line if bet[1] == "against"]

    def risks(self):
        right, wrong = self.sides()
        play = min(sum(bet[2] for bet in right), sum(bet[2] for bet in wrong))
        risk = {}
        for side in (right, wrong):
            total, over = sum(bet[2] for bet in side), play
            for player, _, amount in side:
                risk[player] = int(play * amount // total)
                over -= risk[player]
            for player, _, amount in side:
                while over and risk[player] < amount:
                    risk[player] += 1
                    over -= 1
        return play, risk

    # ---- board

    def do_chip(self, command):
        player, square, amount = command["player"], command["square"], command["amount"]
        need(player in self.seats and not self.out and self.stack[player] >= amount)
        a, b = PAYS[square]
        self.stack[player] -= amount
        self.board[self.next_bet] = {"who": player, "on": square, "put": amount, "lay": amount * a // b, "taker": None,
                                     "thrown": False}  # fmt: skip
        self.next_bet += 1

    def do_take(self, command):
        player, bet = command["player"], self.board.get(command["bet"])
        need(player in self.seats and not self.out and bet and bet["taker"] is None and bet["who"] != player)
        need(self.stack[player] >= bet["lay"])
        self.stack[player] -= bet["lay"]
        bet["taker"] = player

    def do_lift(self, command):
        player, bet = command["player"], self.board.get(command["bet"])
        need(player in self.seats and not self.out and bet and bet["taker"] is None and bet["who"] == player)
        self.home(command["bet"])

    def do_undo(self, command):
        player, bet = command["player"], self.board.get(command["bet"])
        need(player in self.seats and not self.out and bet and bet["taker"] and not bet["thrown"])
        need(player in (bet["who"], bet["taker"]))
        if player == bet["who"]:
            self.home(command["bet"])
        else:
            self.stack[player] += bet["lay"]
            bet["taker"] = None

    def home(self, number):
        bet = self.board.pop(number)
        self.stack[bet["who"]] += bet["put"]
        if bet["taker"]:
            self.stack[bet["taker"]] += bet["lay"]

    # ---- people

    def do_join(self, command):
        player, after = command["player"], command.get("after")
        need(not self.out and player not in self.seats and len(self.seats) < 12)
        need(after is None or after in self.seats)
        self.seats.insert(len(self.seats) if after is None else self.seats.index(after) + 1, player)
        for chips in (self.stack, self.bought):
            chips[player] = chips.get(player, 0) + command["buy_in"]
        self.fresh.add(player)
        if self.phase == "point" and self.shooter is None:
            self.shooter = player

    def do_buy_in(self, command):
        need(command["player"] in self.seats and not self.out)
        self.stack[command["player"]] += command["amount"]
        self.bought[command["player"]] += command["amount"]

    def do_leave(self, command):
        player = command["player"]
        need(player in self.seats and not self.out)
        heir = self.left(player)
        self.seats.remove(player)
        for number in [n for n, bet in self.board.items() if player in (bet["who"], bet["taker"])]:
            self.home(number)
        if player == self.due and self.phase == "waiting":
            self.due = heir
        if self.phase == "come_out":
            if player == self.shooter:
                self.drop_line(heir)
            elif self.mine(player):
                self.stack[player] += self.mine(player)[2]
                self.line.remove(self.mine(player))
        elif self.phase == "point" and player == self.shooter:
            self.shooter = heir

    # ---- host and dice

    def do_void(self, command):
        need(self.phase in ("come_out", "point"))
        self.drop_line(self.shooter)

    def do_rules(self, command):
        self.pending |= command["rules"]

    def do_dice_out(self, command):
        self.out = True

    def do_no_roll(self, command):
        self.out = False

    def do_cash_out(self, command):
        for player, _, amount in self.line:
            self.stack[player] += amount
        for number in list(self.board):
            self.home(number)
        self.line, self.point, self.over, self.phase = [], None, True, "over"

    def throw(self, dice):
        need(self.phase in ("come_out", "point") and self.sides()[1])
        total = sum(dice)
        self.out = False
        for number in list(self.board):
            bet = self.board[number]
            if bet["taker"] is None:
                self.home(number)
                continue
            bet["thrown"] = True
            won = self.verdict(bet["on"], total, dice[0] == dice[1])
            if won is None:
                continue
            self.board.pop(number)
            gain = bet["lay"]
            if bet["on"] == "field" and total not in (2, 12):
                gain = bet["put"]
            self.stack[bet["who"]] += bet["put"] + gain if won else 0
            self.stack[bet["taker"]] += bet["lay"] - gain if won else bet["lay"] + bet["put"]
        self.settle(total)

    @staticmethod
    def verdict(square, total, pair):
        if square in NEXT:
            return total in NEXT[square]
        if total == 7:
            return False
        if total != int(square.split("_")[1]):
            return None
        return pair or square.startswith("num")

    def settle(self, total):
        if self.phase == "come_out":
            if total in (4, 5, 6, 8, 9, 10):
                self.phase, self.point = "point", total
                return
            won, passes = total in (7, 11), {"any_losing_round": total in (2, 3, 12)}.get(self.rule, False)
        elif total == self.point:
            won, passes = True, False
        elif total == 7:
            won, passes = False, True
        else:
            return
        _, risk = self.risks()
        for player, side, amount in self.line:
            self.stack[player] += amount + (risk[player] if (side != "against") == won else -risk[player])
        stand_in = self.line[0][0] != self.shooter
        on = (passes or self.rule == "every_round") and not stand_in
        self.line, self.phase, self.point = [], "waiting", None
        self.due = self.left(self.shooter) if on else self.shooter
        self.try_round()
