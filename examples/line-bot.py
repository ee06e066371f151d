#!/usr/bin/env python3
"""A player for `cydonia bot`: reads what it is told line by line, and answers when it is asked. docs/bots.md tells more.

    cydonia bot --program examples/line-bot.py --table LINK

It acts at random: any game, and none well.
"""

import json
import random
import sys


def say(answer):
    print(json.dumps(answer), flush=True)  # A line that stays in a buffer is not heard.


def main():
    game = None
    for line in sys.stdin:
        told = json.loads(line)
        if "new" in told:
            # A game begins; or the same is told anew, as something was taken back.
            game, actions = told["new"]["game"], []
        elif "act" in told:
            actions.append(told["act"])
        elif "error" in told:
            print("line-bot:", told["error"]["message"], file=sys.stderr)
        elif told.get("yours"):
            say({"act": choose(told)})
        elif told.get("result"):
            place = told["result"]["ranks"][told["you"]]
            print(f"line-bot: {game} is over after {len(actions)} actions, in place {place}", file=sys.stderr)


def choose(position):
    """One of the legal actions: put something better here."""
    return random.choice(position["actions"])


if __name__ == "__main__":
    main()
