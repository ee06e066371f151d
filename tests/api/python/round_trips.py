"""Asks a live house by a client that openapi-python-client made of its document: every example of the document, what follows
from their answers, and what is refused. Each answer has to be read by the client's models, and to come out of them as it was.

Takes the house's address; the examples come over standard input, as JSON."""

import base64
import enum
import functools
import hashlib
import importlib
import inspect
import json
import re
import sys
import typing
import urllib.parse
import uuid

import attrs
import cydonia_client
from cydonia_client.models import OAuthError, Problem

# What the generator cannot express, as it says itself: bodies in text, and answers that are neither JSON nor text.
WITHOUT_FUNCTION = {"command", "checkRecord", "checkProof"}
WITHOUT_MODEL = {"streamMatches", "readOwnData", "readProof", "streamTable", "filmMatch", "paintMatch", "paintTable", "paintGame", "drawMatch", "drawTable"}

# What has no end that could be waited for.
ENDLESS = {"followMatches", "streamOwnGames", "streamTables"}

# What a house has only if it is told to.
ABSENT = {"readDump", "setMail", "confirmMail"}

# What is for pages of the house alone, whose browsers have passkeys.
FOR_PAGES = {"passkeyOptions", "addPasskey", "removePasskey", "removePassword", "signInOptions", "deleteAccount"}

# Objects whose keys are data. Any other model keeps aside what the document does not tell of.
MAPS = {
    "ActiveDayFinished",
    "MatchSummaryOptions",
    "MatchRecordOptions",
    "PlayerPageFinished",
    "ReadOpenApiResponse200",
    "ReadSchemaResponse200",
}

url = sys.argv[1]
read = set()
unread = set()
refused = set()
models = set()
with_any_property = set()


def snake_case(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@functools.cache
def client_of(token):
    """The client of whoever has a token, or of nobody."""
    if token is None:
        return cydonia_client.Client(url, raise_on_unexpected_status=True)
    return cydonia_client.AuthenticatedClient(url, token, raise_on_unexpected_status=True)


def function(operation):
    """The generated function of an operation."""
    package = re.sub(r"\W+", "_", described[operation]["tags"][0]).lower()
    module = importlib.import_module(f"cydonia_client.api.{package}.{snake_case(operation)}")
    return module.sync_detailed


def typed(value, hint):
    """A value of JSON as what a generated function takes."""
    for kind in typing.get_args(hint) or (hint,):
        if hasattr(kind, "from_dict"):
            try:
                body = kind.from_dict(value)
            except (KeyError, ValueError):
                # Another of a union's kinds.
                continue
            assert body.to_dict() == value, (value, body)
            return body
        if isinstance(kind, type) and issubclass(kind, (enum.Enum, uuid.UUID)):
            return kind(value)
    return value


def ask(operation, bearer=None, body=None, **parameters):
    """What an operation answers, read by its model."""
    call = function(operation)
    hints = typing.get_type_hints(call)
    names = {name.rstrip("_"): name for name in inspect.signature(call).parameters}
    given = {names[re.sub(r"\W", "_", name)]: value for name, value in parameters.items()}
    if body is not None:
        given["body"] = body
    given = {name: typed(value, hints[name]) for name, value in given.items()}
    try:
        response = call(client=client_of(bearer), **given)
    except (ValueError, KeyError):
        # It takes whatever it has no model of for a refusal, and does not find one there.
        if operation not in WITHOUT_MODEL:
            raise
        unread.add(operation)
        return None
    assert_same(operation, response)
    if isinstance(response.parsed, (OAuthError, Problem)):
        refused.add(operation)
    else:
        read.add(operation)
    return response.parsed


def assert_same(operation, response):
    """An answer comes out of its model as it came over the line."""
    if isinstance(response.parsed, str):
        assert response.parsed.encode() == response.content, operation
        return
    said = json.loads(response.content)
    assert isinstance(response.parsed, (OAuthError, Problem)) == (response.status_code >= 400), (operation, said)
    if isinstance(response.parsed, list):
        written = [part.to_dict() for part in response.parsed]
    else:
        written = response.parsed.to_dict()
    assert written == said, f"{operation}: {said} came out as {written}"
    models.update(models_of(response.parsed))


def models_of(value):
    """The names of the models of which a read answer is made."""
    if isinstance(value, list):
        for part in value:
            yield from models_of(part)
    elif attrs.has(type(value)):
        yield type(value).__name__
        if getattr(value, "additional_properties", None):
            with_any_property.add(type(value).__name__)
        for field in attrs.fields(type(value)):
            yield from models_of(getattr(value, field.name))


def follow(ada):
    """What can be asked only by whoever has had an answer; Ada sits at an open table."""
    for game in ask("listGames"):
        ask("readLeaderboard", game=game.id, pool="more")
        for listed in ask("listPuzzles", game=game.id, limit=3).puzzles:
            solve(str(listed.id), ada)
    for match in ask("listMatches").matches:
        for ply in range(match.plies + 1):
            ask("readPosition", id=str(match.id), ply=ply, layout=True)
        events = ask("replayMatch", id=str(match.id)).events
        acted = [event.action for event in events if event.type_ == "act"]
        line = ask("readMatch", id=str(match.id)).line
        assert acted == [entry.action for entry in line if entry.action], match.id
    for table in [listed.info.id for listed in ask("listTables").tables]:
        code = ask("giveTableCode", id=str(table)).code
        assert ask("readTableCode", code=code).table == table
    take_over(ada)
    lend(ada)
    let_in(ada)
    set_up(ada)
    look_at_clubs()
    keep = {"scheme": "dark", "silenced": ["move", "roll"], "language": "de"}
    assert ask("keepPreferences", ada, body=keep).scheme.value == "dark"


def solve(puzzle, player):
    """Tries a puzzle, and has told why what is no choice is none."""
    choices = ask("readPuzzle", id=puzzle).choices
    for choice in choices:
        ask("explainPuzzle", id=puzzle, action="-".join(reversed(choice.split("-"))))
    ask("attemptPuzzle", player, id=puzzle, body={"action": choices[0]})


def take_over(ada):
    """Sits down at Ada's seat by its link, as she might on another device, and is sent away."""
    key = ask("makeSeatKey", ada, id=open_table).key
    assert ask("readSeatKey", id=open_table, **{"x-seat-key": key}).name == "Ada"
    assert ask("openSeat", body={"table": open_table, "key": key}).player.name == "Ada"
    sessions = ask("listSessions", ada).sessions
    other = next(session for session in sessions if not session.current)
    assert len(ask("endSession", ada, id=other.id).sessions) == len(sessions) - 1


def lend(ada):
    """Makes a token for a program that only looks, and takes it back."""
    made = ask("createToken", ada, body={"name": "A board on the wall", "scopes": []})
    assert [scope.value for scope in ask("whoAmI", made.token).scopes] == ["read"]
    assert made.id in [token.id for token in ask("listTokens", ada).tokens]
    assert made.id not in [token.id for token in ask("revokeToken", ada, id=made.id).tokens]


def let_in(ada):
    """Lets an app in, as its player and as the app, which gives its token back."""
    secret = "a-secret-of-the-app-which-nobody-else-will-guess"
    challenge = base64.urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()).decode().rstrip("=")
    app = {"client_id": "org.example.other", "redirect_uri": "http://localhost:5000/back"}
    asked = {"response_type": "code", "code_challenge": challenge, "code_challenge_method": "S256", **app}
    assert [scope.value for scope in ask("checkAuthorization", **asked).scopes] == ["read"]
    address = urllib.parse.urlsplit(ask("authorizeApp", ada, body=asked).redirect_uri)
    [code] = urllib.parse.parse_qs(address.query)["code"]
    form = {"grant_type": "authorization_code", "code": code, "code_verifier": secret, **app}
    token = ask("exchangeCode", body=form).access_token
    assert [scope.value for scope in ask("whoAmI", token).scopes] == ["read"]
    ask("giveTokenBack", body={"token": token})


def set_up(ada):
    """Looks at a tournament that one has set up."""
    for tournament in ask("listTournaments", status="open").tournaments:
        assert ask("readTournament", id=str(tournament.id)).name == tournament.name


def look_at_clubs():
    """Looks at every club that there is, and at its tournaments."""
    for club in ask("listClubs").clubs:
        assert ask("readClub", id=str(club.id)).name == club.name
        for tournament in ask("listTournaments", club=str(club.id)).tournaments:
            assert tournament.club.name == club.name


def be_refused():
    """What no example asks in vain."""
    nothing = str(uuid.UUID(int=0))
    for operation in ["readRecord", "replayMatch", "readTable", "filmMatch", "paintMatch", "paintTable", "drawTable"]:
        ask(operation, id=nothing)
    for operation in ["readResults", "readOpponents"]:
        ask(operation, id=nothing)
    ask("streamMatches", opponent=nothing)
    ask("changeName", body={"name": "Nobody"})
    ask("endOtherSessions")


document = client_of(None).get_httpx_client().get("/api/v1/openapi.json").json()
described = {about["operationId"]: about for methods in document["paths"].values() for about in methods.values()}
examples = [example for example in json.load(sys.stdin) if example["operation"] not in WITHOUT_FUNCTION]
hers = next(example for example in examples if example["operation"] == "makeSeatKey" and example["token"])
open_table = hers["parameters"]["id"]

for example in examples:
    ask(example["operation"], example["token"], example["body"], **example["parameters"])
follow(hers["token"])
be_refused()

expected = described.keys() - WITHOUT_FUNCTION
assert unread == WITHOUT_MODEL, f"the generator has no models for {unread}"
unanswered = WITHOUT_MODEL | ENDLESS | ABSENT | FOR_PAGES
assert read == expected - unanswered, f"without an answer: {expected - unanswered - read}"
assert with_any_property == MAPS, f"properties that are not in the document: {with_any_property ^ MAPS}"
may_refuse = {operation for operation in expected if any(status[0] == "4" for status in described[operation]["responses"])}
assert may_refuse <= refused, f"without a refusal: {may_refuse - refused}"
told = f"the answers of {len(read)} operations and refusals of {len(refused)}"
print(f"Python: {told} came out of {len(models)} models as they were")
