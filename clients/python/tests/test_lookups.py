"""Look-ups against a filled house: each answer is held against another that the house gives to the same question."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import datetime, timedelta, timezone

import pytest
from program import Program

from cydonia import AsyncHouse, House, Refused, fold, games_frame, line_frame
from cydonia.documents import MatchSummary


@pytest.fixture
def played(house: House) -> list[MatchSummary]:
    return list(house.matches(page=7))


def test_pages_the_export_and_both_faces_have_the_same_games(house: House, played: list[MatchSummary]) -> None:
    numbers = [match["number"] for match in played]
    assert numbers == list(range(len(numbers), 0, -1))
    assert len(numbers) > 7  # So that there was more than one page.
    assert list(house.export()) == played
    assert [match["number"] for match in house.matches(order="oldest", most=3)] == [1, 2, 3]

    async def awaited() -> None:
        async with AsyncHouse(house.url) as other:
            assert [match async for match in other.matches(page=100)] == played
            assert [match["id"] async for match in other.export_whole()] == [match["id"] for match in played]

    asyncio.run(awaited())


def test_a_page_by_itself_has_a_cursor_that_goes_on(house: House, played: list[MatchSummary]) -> None:
    page = house.matches_page(limit=4)
    assert page["matches"] == played[:4]
    assert list(house.matches(cursor=page["next"])) == played[4:]


def test_filters_choose_what_they_say(house: House, played: list[MatchSummary]) -> None:
    ada = next(seat["player"]["id"] for match in played for seat in match["seats"] if seat["player"]["name"] == "Ada")
    ben = next(seat["player"]["id"] for match in played for seat in match["seats"] if seat["player"]["name"] == "Ben")

    def sits(match: MatchSummary, player: str) -> bool:
        return any(seat["player"]["id"] == player for seat in match["seats"])

    def won(match: MatchSummary) -> bool:
        mine = [seat["rank"] for seat in match["seats"] if seat["player"]["id"] == ada]
        return mine == [1] and [seat["rank"] for seat in match["seats"]].count(1) == 1

    assert list(house.matches(player=ada)) == [match for match in played if sits(match, ada)]
    assert list(house.matches(player=ada, opponent=ben)) == [match for match in played if sits(match, ada) and sits(match, ben)]
    assert list(house.matches(player=ada, result="won")) == [match for match in played if won(match)]
    assert list(house.matches(rated=True)) == [match for match in played if match["rated"]]
    assert list(house.matches(seats=3)) == [match for match in played if len(match["seats"]) == 3]
    computers = [match for match in played if any("computer" in seat["player"] for seat in match["seats"])]
    assert list(house.matches(computers=True)) == computers != []
    middle = played[len(played) // 2]["finished_ms"]
    assert list(house.matches(finished_to=middle)) == [match for match in played if match["finished_ms"] <= middle]
    moment = datetime.fromtimestamp(middle / 1000, timezone.utc)
    assert list(house.matches(finished_from=moment)) == [match for match in played if match["finished_ms"] >= middle]
    assert list(house.matches(finished_from=datetime.now(timezone.utc).date() + timedelta(days=2))) == []


def test_options_are_filtered_by_name(house: House) -> None:
    classic = list(house.matches(game="martian-chess", options={"rules": "classic"}))
    assert classic == list(house.matches(game="martian-chess"))
    assert list(house.matches(game="martian-chess", options={"rules": "arcade"})) == []


def test_a_wrong_query_is_refused_with_its_code(house: House) -> None:
    with pytest.raises(Refused) as refused:
        house.matches_page(limit=1000)
    assert (refused.value.code, refused.value.status) == ("bad_query", 400)
    with pytest.raises(Refused, match="no_match"):
        house.match("01930000-0000-7000-8000-000000000001")


def test_one_game_by_every_way(house: House, played: list[MatchSummary]) -> None:
    for summary in {match["game"]: match for match in played}.values():
        id = summary["id"]
        match = house.match(id)
        assert {name: match[name] for name in summary} == summary  # type: ignore[literal-required]
        end = house.position(id, layout=True)
        assert (end["ply"], end["plies"]) == (summary["plies"], summary["plies"])
        assert len(end["layout"]["spaces"]) == len(end["view"]["spaces"])
        replay = house.replay(id)
        view = None
        for event in replay["events"]:
            view = event.get("view", view)
            if view is not None and "diff" in event:
                view = fold(view, event["diff"])
        assert view == end["view"]
        assert house.check_record(house.record(id))["view"] == end["view"]
        assert house.what_if(id)["start"] == end["view"]
        assert len(line_frame(match)) == len(match["line"])


def test_a_wrong_record_tells_its_line(house: House, played: list[MatchSummary]) -> None:
    lines = house.record(played[0]["id"]).splitlines()
    wrong = next(number for number, line in enumerate(lines) if line.startswith("1. "))
    lines[wrong] = "1. nothing"
    with pytest.raises(Refused) as refused:
        house.check_record("\n".join(lines))
    assert (refused.value.code, refused.value.line) == ("bad_record", wrong + 1)


def test_a_side_line_from_the_start(house: House) -> None:
    match = next(house.matches(game="martian-go"))
    first = house.match(match["id"])["line"][0]["action"]
    what = house.what_if(match["id"], [first], step=0)
    assert what["view"] == house.position(match["id"], 1)["view"]
    with pytest.raises(Refused) as refused:
        house.what_if(match["id"], [first, first], step=0)
    assert refused.value.entry == 2


def test_players_ratings_and_leaderboards(house: House, played: list[MatchSummary]) -> None:
    frame = games_frame(played, by="seat")
    for player, name in frame[frame["computer"].isna()][["player", "name"]].drop_duplicates().itertuples(index=False):
        page = house.player(player)
        assert page["player"]["name"] == name
        assert page["finished"] == Counter(frame[frame["player"] == player]["game"])
        for rating in house.ratings(player)["ratings"]:
            points = list(house.rating_history(player, rating["game"], pool=rating["pool"], page=1))
            assert len(points) == rating["games"]
            assert points[0]["ms"] == rating["last_ms"]
    board = list(house.leaderboard("martian-go", provisional=True, page=1))
    assert [leader["rating"]["rating"] for leader in board] == sorted((one["rating"]["rating"] for one in board), reverse=True)
    rated = frame[frame["rated"] & (frame["game"] == "martian-go")]
    assert {leader["player"]["id"] for leader in board} == set(rated["player"])


def test_what_somebody_s_games_add_up_to(house: House, played: list[MatchSummary]) -> None:
    found = list(house.players("ADA", page=1))
    assert found and {player["name"] for player in found} == {"Ada"}
    for player in found:
        id = player["id"]
        own = list(house.matches(player=id))
        results = house.results(id)
        assert results["since"] is None
        seats = Counter[tuple[str, int, int]]()
        for match in own:
            place = next(place for place, seat in enumerate(match["seats"]) if seat["player"]["id"] == id)
            seats[match["game"], len(match["seats"]), place] += 1
        assert {(one["game"], one["seats"], one["seat"]): one["games"] for one in results["results"]} == seats
        met = house.opponents(id)["opponents"]
        for one in met:
            other = one["player"]["id"]
            head_to_head = house.results(id, opponent=other)["results"]
            assert sum(row["won"] for row in head_to_head) == one["won"]
            between = list(house.matches(player=id, opponent=other))
            assert sum(row["games"] for row in head_to_head) == one["games"] == len(between)
        days = house.activity(id, game="martian-go")["days"]
        assert sum(day["games"] for day in days) == len([match for match in own if match["game"] == "martian-go"])


def test_the_explorer_leads_from_position_to_position(house: House, played: list[MatchSummary]) -> None:
    of_two = [match for match in played if match["game"] == "martian-go" and len(match["seats"]) == 2]
    while (explored := house.explore("martian-go:2"))["through"] < played[0]["number"]:
        pass
    assert explored["games"] == sum(move["games"] for move in explored["moves"]) == len(of_two)
    move = explored["moves"][0]
    after = house.play_line(explored["position"]["text"], [move["action"]])
    assert after.get("position") == move.get("leads_to")
    with_it = [match["id"] for match in house.matches(position=explored["position"]["key"])]
    assert with_it == [match["id"] for match in of_two]
    assert house.play_line("martian-go:2", layout=True)["start"] == house.position(of_two[0]["id"], 0)["view"]


def test_tables_and_puzzles(house: House) -> None:
    page = house.tables(standing="open", game="martian-go")
    assert page["total"] == len(page["tables"]) == 0
    with pytest.raises(Refused, match="no_table"):
        house.table("01930000-0000-7000-8000-000000000001")
    puzzles = list(house.puzzles(page=50, most=60))
    assert len({puzzle["id"] for puzzle in puzzles}) == 60
    today = house.puzzle_of_the_day()["puzzle"]
    puzzle = house.puzzle(today["id"])
    answer = house.attempt(puzzle["id"], puzzle["choices"][0])
    assert answer["right"] == (answer["solution"] == puzzle["choices"][0])


def test_an_analysis_is_waited_for(house: House) -> None:
    match = next(house.matches(game="martian-mud-wrestling", computers=True))
    with pytest.raises(Refused, match="no_analysis"):
        house.analysis(match["id"])
    assert house.analyse(match["id"])["all"] > 0


def test_who_one_is(filled: Program) -> None:
    with House(filled.url) as house:
        assert house.session()["player"] is None
        house.sign_in("Ada")
        player = house.session()["player"]
        assert player is not None
        assert player["name"] == "Ada"
    with House(filled.url, token="nobody's") as house, pytest.raises(Refused, match="no_session"):
        house.session()
