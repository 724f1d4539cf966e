"""A second bank game, written from the rules alone: plain dicts, changed in place, every bet by its own lines.

It shares nothing with the game it judges. It is slow and says only yes or no.
"""

from __future__ import annotations

import copy

PLACE = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}
LOSE = {4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)}
TAKE = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
HARD = {4: (7, 1), 6: (9, 1), 8: (9, 1), 10: (7, 1)}
ONE_ROLL = {"seven": (4, 1), "craps": (7, 1), "two": (30, 1), "twelve": (30, 1), "three": (15, 1), "eleven": (15, 1)}
TIMES = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
BOTH = (
    ["pass", "dont_pass", "come", "dont_come", "odds_pass", "odds_dont_pass", "field", *ONE_ROLL]
    + [f"odds_come_{n}" for n in TIMES]
    + [f"odds_dont_come_{n}" for n in TIMES]
    + [f"place_{n}" for n in TIMES]
    + [f"hard_{n}" for n in HARD]
)
BETS = {"evolution": BOTH + [f"lose_{n}" for n in TIMES] + ["c_e"], "trainer": [*BOTH, "big_6", "big_8"]}


class No(Exception):
    pass


def need(condition):
    if not condition:
        raise No


def number(name):
    last = name.split("_")[-1]
    return int(last) if last.isdigit() else None


class Table:
    def __init__(self, players, buy_in, card, bank, minimum, maximum, floor, twelve=None, hard_works=True):
        self.seats = list(players)
        self.stack, self.bought = dict.fromkeys(players, buy_in), dict.fromkeys(players, buy_in)
        self.card, self.bank, self.low, self.high, self.floor = card, bank, minimum, maximum, floor
        self.twelve = (2 if card == "evolution" else 3) if twelve is None else twelve
        self.hard_works = hard_works or card == "evolution"
        self.bets, self.calls = {}, {}
        self.puck, self.shooter = None, players[0]
        self.out = self.over = False
        self.snapshot = self.log = None

    def give(self, command):
        """True where the command is carried out."""
        kept = copy.deepcopy(self.__dict__)
        try:
            if command["cmd"] == "correct":
                need(not self.over and self.snapshot is not None)
                log, snapshot = self.log, self.snapshot
                self.__dict__ = copy.deepcopy(snapshot) | {"snapshot": None, "log": None}
                self.run({"cmd": "throw", "dice": command["dice"]})
                for one in log:
                    self.give(one)
            else:
                self.run(command)
        except No:
            self.__dict__ = kept
            return False
        return True

    def run(self, command):
        need(not self.over)
        if command["cmd"] == "throw":
            before = copy.deepcopy({k: v for k, v in self.__dict__.items() if k not in ("snapshot", "log")})
            need(self.shooter is not None)
            self.throw(*command["dice"])
            self.out, self.snapshot, self.log = False, before, []
            return
        getattr(self, "do_" + command["cmd"])(command)
        if self.log is not None:
            self.log.append(command)

    # ---- odds and worst case

    def net(self, name, total=None):
        """(a, b) that the bet pays when it wins (on this total)."""
        n = number(name)
        if name in ("odds_pass", "odds_dont_pass"):
            n = self.puck
        if name.startswith(("odds_pass", "odds_come")):
            return TAKE[n]
        if name.startswith("odds_dont"):
            a, b = TAKE[n]
            return b, a
        if name.startswith("place"):
            return PLACE[n]
        if name.startswith("lose"):
            return LOSE[n]
        if name.startswith("hard"):
            return HARD[n]
        if name == "field":
            best = max(2, self.twelve)
            return ({2: 2, 12: self.twelve}.get(total, 1) if total else best), 1
        if name == "c_e":
            return (3 if total in (2, 3, 12) else 7), 1
        return ONE_ROLL.get(name, (1, 1))

    def gain(self, name, amount, total=None):
        a, b = self.net(name, total)
        return amount * a // b

    def worst(self):
        return sum(self.gain(name, amount) for (_, name), amount in self.bets.items())

    # ---- bets

    def do_bet(self, command):
        player, name, amount = command["player"], command["bet"], command["amount"]
        need(player in self.seats and not self.out and name in BETS[self.card])
        if name in ("pass", "dont_pass"):
            need(self.puck is None)
        if name in ("come", "dont_come", "odds_pass", "odds_dont_pass"):
            need(self.puck is not None)
        most = self.high
        if name.startswith("odds"):
            flat = self.bets.get((player, name[5:]))
            need(flat)
            if self.card == "trainer":
                times = 6 if "dont" in name else TIMES[number(name) or self.puck]
                most = times * flat
        had = self.bets.get((player, name), 0)
        need(self.low <= had + amount <= most)
        need(self.floor or (had + amount) % self.net(name)[1] == 0)
        need(amount <= self.stack[player])
        self.stack[player] -= amount
        self.bets[player, name] = had + amount
        need(self.worst() <= self.bank)

    def do_down(self, command):
        player, name = command["player"], command["bet"]
        need(player in self.seats and not self.out and (player, name) in self.bets)
        need(not self.fast(name))
        self.home(player, name)
        if (player, "odds_" + name) in self.bets:
            self.home(player, "odds_" + name)

    def fast(self, name):
        """Locked: pass and come with a point."""
        return (name == "pass" and self.puck is not None) or name.startswith("come_")

    def home(self, player, name, extra=0):
        self.stack[player] += self.bets.pop((player, name)) + extra
        self.bank -= extra
        self.calls.pop((player, name), None)

    def do_working(self, command):
        player, name = command["player"], command["bet"]
        need(player in self.seats and not self.out and (player, name) in self.bets)
        need(self.card == "trainer" and name.startswith(("place", "odds_come", "hard")))
        self.calls[player, name] = command["on"]

    def on(self, player, name):
        if self.puck is not None or self.card == "evolution":
            return True
        if name.startswith(("place", "odds_come")):
            return self.calls.get((player, name), False)
        if name.startswith("hard"):
            return self.calls.get((player, name), self.hard_works)
        return True

    # ---- the throw

    def throw(self, a, b):
        total, point = a + b, total_is_point(a + b)
        moved, again = [], []
        for player, name in list(self.bets):
            end = self.fate(player, name, total, a == b)
            if end == "win":
                amount = self.bets[player, name]
                profit = self.gain(name, amount, total)
                if self.card == "trainer" and name.startswith("place"):
                    self.stack[player] += profit
                    self.bank -= profit
                    again.append((player, name))
                else:
                    self.home(player, name, profit)
            elif end == "lose":
                self.bank += self.bets.pop((player, name))
                self.calls.pop((player, name), None)
            elif end == "home":
                self.home(player, name)
            elif end == "move":
                moved.append((player, name, self.bets.pop((player, name))))
        for player, name, amount in moved:
            assert (player, f"{name}_{total}") not in self.bets
            self.bets[player, f"{name}_{total}"] = amount
        if self.puck is None:
            self.puck = total if point else None
        elif total in (7, self.puck):
            self.puck = None
            if total == 7:
                at = self.seats.index(self.shooter)
                self.shooter = self.seats[(at + 1) % len(self.seats)]
        for player, name in again:
            if self.worst() > self.bank:
                self.home(player, name)

    def fate(self, player, name, total, pair):
        n, first = number(name), self.puck is None
        if name == "pass" or name == "come":
            if name == "come" or first:
                if total_is_point(total):
                    return "move" if name == "come" else None
                return "win" if total in (7, 11) else "lose"
            return {7: "lose", self.puck: "win"}.get(total)
        if name == "dont_pass" or name == "dont_come":
            if name == "dont_come" or first:
                if total_is_point(total):
                    return "move" if name == "dont_come" else None
                return {7: "lose", 11: "lose", 12: "home"}.get(total, "win")
            return {7: "win", self.puck: "lose"}.get(total)
        if name == "odds_pass":
            return {7: "lose", self.puck: "win"}.get(total)
        if name == "odds_dont_pass":
            return {7: "win", self.puck: "lose"}.get(total)
        if name.startswith("odds_come"):
            end = {7: "lose", n: "win"}.get(total)
            return end if end is None or self.on(player, name) else "home"
        if name.startswith(("come_", "place_", "big_")):
            return {7: "lose", n: "win"}.get(total) if self.on(player, name) else None
        if name.startswith(("dont_come_", "odds_dont_come_", "lose_")):
            return {7: "win", n: "lose"}.get(total)
        if name.startswith("hard_"):
            if not self.on(player, name) or total not in (7, n):
                return None
            return "win" if pair and total == n else "lose"
        hits = {"field": (2, 3, 4, 9, 10, 11, 12), "seven": (7,), "craps": (2, 3, 12), "two": (2,), "twelve": (12,),
                "three": (3,), "eleven": (11,), "c_e": (2, 3, 11, 12)}  # fmt: skip
        return "win" if total in hits[name] else "lose"

    # ---- people

    def do_join(self, command):
        player, after = command["player"], command.get("after")
        need(not self.out and player not in self.seats and len(self.seats) < 12)
        need(after is None or after in self.seats)
        self.seats.insert(len(self.seats) if after is None else self.seats.index(after) + 1, player)
        for chips in (self.stack, self.bought):
            chips[player] = chips.get(player, 0) + command["buy_in"]
        self.shooter = self.shooter or player

    def do_buy_in(self, command):
        need(command["player"] in self.seats and not self.out)
        self.stack[command["player"]] += command["amount"]
        self.bought[command["player"]] += command["amount"]

    def do_fill_bank(self, command):
        need(not self.out)
        self.bank += command["amount"]

    def do_leave(self, command):
        player = command["player"]
        need(player in self.seats and not self.out)
        if player == self.shooter:
            self.hand_on()
        self.seats.remove(player)
        for owner, name in list(self.bets):
            if owner == player and not self.fast(name):
                self.home(owner, name)

    def hand_on(self):
        others = self.seats[self.seats.index(self.shooter) + 1 :] + self.seats[: self.seats.index(self.shooter)]
        self.shooter = others[0] if others else None

    def do_pass_dice(self, command):
        need(not self.out and self.puck is None and len(self.seats) > 1)
        self.hand_on()

    def do_void(self, command):
        for player, name in list(self.bets):
            self.home(player, name)
        self.puck, self.out = None, False

    def do_dice_out(self, command):
        self.out = True

    def do_no_roll(self, command):
        self.out = False

    def do_cash_out(self, command):
        for player, name in list(self.bets):
            self.home(player, name)
        self.puck, self.over = None, True


def total_is_point(total):
    return total in (4, 5, 6, 8, 9, 10)
