#!/usr/bin/env python3
"""Fills a house with games that bots play at random, so that there is something to look at.

    fill_house.py http://localhost:8080 --rounds 3

A round is each game once against a computer and, but for games with dice, in which nobody gets home by chance, once for two
bots (rated) and once for three where it can be played so. It says how many games were played.
"""

from __future__ import annotations

import argparse
import asyncio
import random

from cydonia import Action, AsyncHouse, Choices, Played, View
from cydonia.documents import Clock, GameInfo

NAMES = ("Ada", "Ben", "Random bot")
CLOCK: Clock = {"type": "fischer", "initial_s": 3600, "increment_s": 10}


def choose(view: View, choices: Choices) -> Action:
    """Any action will do."""
    return random.choice(choices["actions"])


async def among_bots(bots: list[AsyncHouse], game: str, *, rated: bool) -> Played:
    """One game of all these bots; the first one sets the table up."""
    host, *others = bots
    seat = await host.create(game, len(bots), clock=CLOCK, rated=rated)
    played = await asyncio.gather(host.play(choose, table=seat), *(bot.play(choose, table=seat) for bot in others))
    return played[0]


async def play_round(bots: list[AsyncHouse], game: GameInfo) -> int:
    """One round of one game; how many games that were."""
    counts = [count for count in (2, 3) if game["min_seats"] <= count <= game["max_seats"] and not game["dice"]]
    for count in counts:
        company = bots[:count]
        random.shuffle(company)
        await among_bots(company, game["id"], rated=count == 2)
    await bots[-1].play(choose, game=game["id"], computers={1: 3})
    return len(counts) + 1


async def fill(url: str, rounds: int, messages_a_second: float) -> int:
    """Plays so many rounds of every game; how many games that were."""
    bots = [AsyncHouse(url, messages_a_second=messages_a_second) for _ in NAMES]
    try:
        for bot, name in zip(bots, NAMES, strict=True):
            await bot.sign_in(name)
        games = await bots[0].games()
        played = 0
        for _ in range(rounds):
            # Games of one round are played side by side: a socket for each game is enough.
            played += sum(await asyncio.gather(*(play_round(list(bots), game) for game in games)))
        return played
    finally:
        for bot in bots:
            await bot.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", nargs="?", default="http://localhost:8080")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--messages-a-second", type=float, default=15.0, help="what a socket says at most; the house admits 20")
    parser.add_argument("--seed", type=int, help="for the same choices again")
    given = parser.parse_args()
    random.seed(given.seed)
    print(f"{asyncio.run(fill(given.url, given.rounds, given.messages_a_second))} games were played")


if __name__ == "__main__":
    main()
