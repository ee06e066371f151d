#!/usr/bin/env python3
"""A bot that plays one game of any kind, at random, over a house's socket. docs/bots.md tells what it does and why.

    bot.py HOUSE create GAME [SEATS]    sets a table up and waits for company
    bot.py HOUSE sit TABLE[#KEY]        sits down at a table (wants the package websockets)
"""

import hashlib
import json
import random
import secrets
import sys
import time
import urllib.request
import uuid

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


class Bot:
    def __init__(self, house, link=""):
        # A guest: a name is enough. The token is what this guest is known by from now on.
        wish = json.dumps({"name": "Python bot", "bearer": True}).encode()
        request = urllib.request.Request(house + "/api/v1/session", wish, {"content-type": "application/json"})
        session = json.load(urllib.request.urlopen(request, timeout=10))
        self.house, self.player, self.token = house, session["player"]["id"], session["token"]
        self.table, _, self.key = link.rpartition("/t/")[2].partition("#")
        self.request = str(uuid.uuid4())  # The same wish, sent again, gets the same table.
        self.last_id, self.seat, self.is_over = 0, None, False
        self.shares = {}  # What this bot has pledged, by its hash.

    def play(self, game=None, seats=2):
        """Plays to the end, over as many sockets as it takes."""
        url, headers = f"ws{self.house[4:]}/ws?protocol=1", {"Authorization": "Bearer " + self.token}
        create = {"type": "create", "request": self.request, "game": game, "seats": seats}
        for attempt in range(20):
            try:
                with connect(url, additional_headers=headers, max_size=None) as self.socket:
                    self.do("watch") if self.table else self.send(create)
                    while not self.is_over:
                        self.hear()
                    return
            except (OSError, WebSocketException):
                # The line is cut, or the house starts again: come back, and not too fast.
                time.sleep(min(0.1 * 2**attempt, 10))
        sys.exit("the house cannot be reached")

    def hear(self):
        try:
            message = json.loads(self.socket.recv(timeout=20))
        except TimeoutError:
            return self.send({"type": "ping"})  # Who says nothing for long is taken for gone.
        getattr(self, "on_" + message["type"], lambda message: None)(message)

    def send(self, wish):
        self.last_id += 1
        self.socket.send(json.dumps({"id": self.last_id, "do": wish}))

    def do(self, kind, **more):
        if self.key and kind in ("watch", "sit"):
            more["key"] = self.key
        self.send({"type": kind, "table": self.table, **more})

    def on_ok(self, message):
        if not self.table and "table" in message:
            self.table, self.key = message["table"], message.get("key", "")
            self.do("watch")

    def on_error(self, message):
        if self.seat is None:  # Later ones are settled by what has happened meanwhile.
            sys.exit(f"refused as {message['code']}: {message['message']}")

    def on_table(self, snapshot):
        """The table as it stands: all that has to be known to go on."""
        info, preview, game = snapshot["info"], snapshot.get("preview", {}), snapshot.get("game")
        self.has_dice, self.turn = "ready" in preview, None
        if game:
            dice = game.get("dice", {"seats": []})
            self.pledges, self.is_given = [seat["pledge"] for seat in dice["seats"]], "share" in dice
            self.rolls, self.turn = game["rolls"], game["view"]["turn"]
        for number, seat in enumerate(info["seats"]):
            if seat["state"] == "taken" and seat["player"]["id"] == self.player:
                self.sit_down(number, self.has_dice and not preview["ready"][number])
        if self.seat is None:
            self.do("sit")
        self.is_over = info["status"] in ("finished", "aborted")
        self.add_to_dice()

    def sit_down(self, seat, wants_pledge):
        if self.seat is None:
            print(f"seat {seat} at {self.house}/t/{self.table}{'#' * bool(self.key) + self.key}", flush=True)
        self.seat = seat
        if wants_pledge:
            self.do("ready", pledge=self.pledge())

    def on_events(self, message):
        [self.take(event) for event in message["events"]]
        self.add_to_dice()

    def take(self, event):
        match event["type"]:
            case "sit" if event["player"]["id"] == self.player:
                self.sit_down(event["seat"], self.has_dice)
            case "start":
                self.pledges, self.is_given = event.get("dice", {}).get("pledges"), False
                self.rolls, self.turn = 0, event["view"]["turn"]
            case "roll" | "lost":
                self.rolls, self.is_given = event["k"] + 1, False
                self.pledges[event["seat"]] = event["opened"]["pledge"]
            case "act" | "share":
                self.is_given = self.is_given or "share" in event
            case "offer" if event["seat"] != self.seat:
                self.do("answer", offer=event["n"], agree=False)
            case "finish" | "abort":
                self.is_over = True
                print("over:", json.dumps(event.get("outcome")), flush=True)
        self.turn = event.get("diff", {}).get("turn", self.turn)

    def on_choices(self, message):
        action = random.choice(message["actions"])  # The whole strength of this bot: put something better here.
        # What ends a turn brings the share for the other's next roll.
        share = {"share": secrets.token_hex(32)} if action in message["ends"] else {}
        self.do("act", at=message["at"], action=action, **share)

    def pledge(self):
        share = secrets.token_bytes(32)
        self.shares[pledge := hashlib.sha256(share).hexdigest()] = share.hex()
        return pledge

    def add_to_dice(self):
        """Gives what a roll still wants of this seat: its share for the other's, or the one pledged for its own."""
        if self.seat is None or not self.turn or self.turn["phase"] != "roll":
            return
        is_mine, other = self.turn["seat"] == self.seat, 1 - self.seat
        if not is_mine and not self.is_given:
            self.do("share", k=self.rolls, share=secrets.token_hex(32))
        elif is_mine and (self.is_given or self.pledges[other] is None):
            self.do("roll", k=self.rolls, share=self.shares[self.pledges[self.seat]], pledge=self.pledge())


if __name__ == "__main__":
    match sys.argv[1:]:
        case [house, "create", game, *seats]:
            Bot(house.rstrip("/")).play(game, int(seats[0]) if seats else 2)
        case [house, "sit", table]:
            Bot(house.rstrip("/"), table).play()
        case _:
            sys.exit(__doc__)
