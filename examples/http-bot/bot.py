#!/usr/bin/env python3
"""A bot that plays one game of any kind, at random, by HTTP requests alone: nothing but Python's own library. docs/bots.md tells more.

    bot.py HOUSE create GAME [SEATS]    sets a table up and waits for company
    bot.py HOUSE sit TABLE[#KEY]        sits down at a table
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid


class Bot:
    def __init__(self, house):
        self.house, self.headers, self.seen = house, {"content-type": "application/json"}, None
        session = self.post("session", {"name": "HTTP bot", "bearer": True})
        self.headers["authorization"] = "Bearer " + session["token"]

    def post(self, path, body):
        """A request that is repeated until it is answered: under its key it is carried out once."""
        headers = {**self.headers, "idempotency-key": str(uuid.uuid4())}
        request = urllib.request.Request(f"{self.house}/api/v1/{path}", json.dumps(body).encode(), headers)
        while True:
            try:
                return json.load(urllib.request.urlopen(request, timeout=30))
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    raise
                time.sleep(int(error.headers.get("retry-after", 1)))
            except OSError:
                time.sleep(1)

    def messages(self, table):
        """The table as it goes on, again from where it was cut."""
        while True:
            since = "" if self.seen is None else f"?since={self.seen}"
            url = f"{self.house}/api/v1/tables/{table}/events{since}"
            try:
                for line in urllib.request.urlopen(urllib.request.Request(url, headers=self.headers), timeout=60):
                    if line.strip():
                        yield json.loads(line)
            except OSError:
                time.sleep(1)

    def play(self, table):
        for message in self.messages(table):
            if message["type"] == "table":
                self.seen = message["n"]
                if message["info"]["status"] in ("finished", "aborted"):
                    return
                if message.get("preview", {}).get("ready") is not None:
                    self.say(type="ready", table=table, pledge=None)  # It adds nothing to any roll, and is rolled for.
            elif message["type"] == "events":
                self.seen = message["events"][-1]["n"]
                if message["events"][-1]["type"] in ("finish", "abort"):
                    return
            elif message["type"] == "choices":
                self.say(type="act", table=table, at=message["at"], action=random.choice(message["actions"]))

    def say(self, **command):
        try:
            return self.post("commands", command)
        except urllib.error.HTTPError as error:
            if error.code != 409:  # Something has happened meanwhile, and the stream tells what.
                raise


if __name__ == "__main__":
    house, deed, what, *seats = sys.argv[1:]
    bot = Bot(house)
    if deed == "create":
        wish = {"request": str(uuid.uuid4()), "game": what, "seats": int(seats[0]) if seats else 2}
        made = bot.say(type="create", **wish)
        table, seat = made["table"], made["seat"]
    else:
        table, _, key = what.rpartition("/t/")[2].partition("#")
        if key:
            bot.headers["x-table-key"] = key
        seat = bot.say(type="sit", table=table, **({"key": key} if key else {}))["seat"]
    print(f"seat {seat} at {house}/t/{table}", flush=True)
    bot.play(table)
