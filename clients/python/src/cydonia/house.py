"""The two faces of the package: :class:`House` blocks, :class:`AsyncHouse` is awaited. Each method is one line, as what it
does is written once, in the module that is named beside it; its parameters and what it returns are those of the function there.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from . import dumping, listing, operations, playing, verifying
from .effects import Program, Stream
from .requests import Request, Settings, ask
from .retry import Patience
from .runner_async import AsyncRunner
from .runner_sync import SyncRunner

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

P = ParamSpec("P")
T = TypeVar("T")
Made = Callable[Concatenate[Settings, P], Program[T]]
Streamed = Callable[Concatenate[Settings, P], Stream[T]]


def _requested(operation: Callable[P, Request[T]]) -> Made[P, T]:
    def program(house: Settings, *args: P.args, **kwargs: P.kwargs) -> Program[T]:
        return ask(house, operation(*args, **kwargs))

    made: Made[P, T] = _named(program, operation)
    return made


def _named(program: Any, operation: Any) -> Any:
    program.__name__, program.__doc__ = operation.__name__, operation.__doc__
    program.__wrapped__ = operation  # For help(), which shows the parameters of that one.
    return program


class _Base:
    def __init__(
        self,
        url: str = "http://localhost:8080",
        *,
        token: str | None = None,
        patience: Patience | None = None,
        messages_a_second: float = 15.0,
    ) -> None:
        """``url`` is where the house is, with its path if it lives under one. ``token`` is that of a session there.

        ``patience`` is how long one waits for a house that is busy or away; ``messages_a_second`` how fast a socket may say
        things in the long run, which is to be less than the house admits (20 unless it sets another number).
        """
        self.settings = Settings(url, token, patience or Patience(), messages_a_second)

    @property
    def url(self) -> str:
        return self.settings.url

    @property
    def token(self) -> str | None:
        """Who one is there; None for nobody."""
        return self.settings.token

    def link(self, table: str | playing.Seat, key: str | None = None) -> str:
        """The page of a table, to be opened in a browser or sent to whoever is to come."""
        if isinstance(table, playing.Seat):
            key, table = table.key, table.table
        return f"{self.url}/t/{table}{'' if key is None else f'#{key}'}"


class _Does(Generic[P, T]):
    """A method of :class:`House` that runs a program."""

    def __init__(self, program: Made[P, T]) -> None:
        self.program = program
        self.__doc__ = program.__doc__

    @overload
    def __get__(self, house: None, owner: type) -> Made[P, T]: ...
    @overload
    def __get__(self, house: House, owner: type) -> Callable[P, T]: ...
    def __get__(self, house: House | None, owner: type) -> Any:
        if house is None:
            return self.program

        def method(*args: P.args, **kwargs: P.kwargs) -> T:
            return house.runner.run(self.program(house.settings, *args, **kwargs))

        return _named(method, self.program)


class _Lists(Generic[P, T]):
    """A method of :class:`House` that is iterated."""

    def __init__(self, stream: Streamed[P, T]) -> None:
        self.stream = stream
        self.__doc__ = stream.__doc__

    @overload
    def __get__(self, house: None, owner: type) -> Streamed[P, T]: ...
    @overload
    def __get__(self, house: House, owner: type) -> Callable[P, Iterator[T]]: ...
    def __get__(self, house: House | None, owner: type) -> Any:
        if house is None:
            return self.stream

        def method(*args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
            return house.runner.iterate(self.stream(house.settings, *args, **kwargs))

        return _named(method, self.stream)


class _DoesAsync(Generic[P, T]):
    """A method of :class:`AsyncHouse` that runs a program."""

    def __init__(self, program: Made[P, T]) -> None:
        self.program = program
        self.__doc__ = program.__doc__

    @overload
    def __get__(self, house: None, owner: type) -> Made[P, T]: ...
    @overload
    def __get__(self, house: AsyncHouse, owner: type) -> Callable[P, Awaitable[T]]: ...
    def __get__(self, house: AsyncHouse | None, owner: type) -> Any:
        if house is None:
            return self.program

        def method(*args: P.args, **kwargs: P.kwargs) -> Awaitable[T]:
            return house.runner.run(self.program(house.settings, *args, **kwargs))

        return _named(method, self.program)


class _ListsAsync(Generic[P, T]):
    """A method of :class:`AsyncHouse` that is iterated with ``async for``."""

    def __init__(self, stream: Streamed[P, T]) -> None:
        self.stream = stream
        self.__doc__ = stream.__doc__

    @overload
    def __get__(self, house: None, owner: type) -> Streamed[P, T]: ...
    @overload
    def __get__(self, house: AsyncHouse, owner: type) -> Callable[P, AsyncGenerator[T, None]]: ...
    def __get__(self, house: AsyncHouse | None, owner: type) -> Any:
        if house is None:
            return self.stream

        def method(*args: P.args, **kwargs: P.kwargs) -> AsyncGenerator[T, None]:
            return house.runner.iterate(self.stream(house.settings, *args, **kwargs))

        return _named(method, self.stream)


class House(_Base):
    """A house, asked with calls that block. Use it in ``with``, or ``close`` it, so that its connections end.

    Look-ups raise ``Refused`` with the house's code; see :mod:`cydonia.errors` for the rest.
    """

    def __init__(
        self,
        url: str = "http://localhost:8080",
        *,
        token: str | None = None,
        patience: Patience | None = None,
        messages_a_second: float = 15.0,
    ) -> None:
        super().__init__(url, token=token, patience=patience, messages_a_second=messages_a_second)
        self.runner = SyncRunner()

    games = _Does(_requested(operations.games))
    match = _Does(_requested(operations.match))
    record = _Does(_requested(operations.record))
    position = _Does(_requested(operations.position))
    replay = _Does(_requested(operations.replay))
    dice = _Does(_requested(operations.dice))
    what_if = _Does(_requested(operations.what_if))
    play_line = _Does(_requested(operations.play_line))
    explore = _Does(_requested(operations.explore))
    analysis = _Does(_requested(operations.analysis))
    analyse = _Does(_requested(operations.analyse))
    check_record = _Does(_requested(operations.check_record))
    proof_text = _Does(_requested(operations.proof_text))
    signing_keys = _Does(_requested(operations.signing_keys))
    check_proof = _Does(_requested(operations.check_proof))
    tables = _Does(_requested(operations.tables))
    table = _Does(_requested(operations.table))
    player = _Does(_requested(operations.player))
    results = _Does(_requested(operations.results))
    opponents = _Does(_requested(operations.opponents))
    activity = _Does(_requested(operations.activity))
    ratings = _Does(_requested(operations.ratings))
    puzzle = _Does(_requested(operations.puzzle))
    puzzle_of_the_day = _Does(_requested(operations.puzzle_of_the_day))
    attempt = _Does(_requested(operations.attempt))
    club = _Does(_requested(operations.club))
    tournament = _Does(_requested(operations.tournament))
    session = _Does(_requested(operations.session))
    matches_page = _Does(_requested(listing.matches_page))
    matches = _Lists(listing.matches)
    export = _Lists(listing.export)
    export_whole = _Lists(listing.export_whole)
    dumps = _Does(_requested(dumping.dumps))
    download_dump = _Does(dumping.download_dump)
    rating_history = _Lists(listing.rating_history)
    players = _Lists(listing.players)
    leaderboard = _Lists(listing.leaderboard)
    puzzles = _Lists(listing.puzzles)
    clubs = _Lists(listing.clubs)
    tournaments = _Lists(listing.tournaments)
    watch = _Lists(playing.watch)
    analysed = _Does(verifying.analysed)
    verify = _Does(verifying.verify)
    prove = _Does(verifying.prove)
    sign_in = _Does(verifying.sign_in)
    create = _Does(playing.create)
    play = _Does(playing.play)

    def close(self) -> None:
        """Closes the connections that are kept open between requests."""
        self.runner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class AsyncHouse(_Base):
    """A house, asked with ``await`` and ``async for``. Use it in ``async with``, or ``close`` it, so that its connections end.

    Look-ups raise ``Refused`` with the house's code; see :mod:`cydonia.errors` for the rest.
    """

    def __init__(
        self,
        url: str = "http://localhost:8080",
        *,
        token: str | None = None,
        patience: Patience | None = None,
        messages_a_second: float = 15.0,
    ) -> None:
        super().__init__(url, token=token, patience=patience, messages_a_second=messages_a_second)
        self.runner = AsyncRunner()

    games = _DoesAsync(_requested(operations.games))
    match = _DoesAsync(_requested(operations.match))
    record = _DoesAsync(_requested(operations.record))
    position = _DoesAsync(_requested(operations.position))
    replay = _DoesAsync(_requested(operations.replay))
    dice = _DoesAsync(_requested(operations.dice))
    what_if = _DoesAsync(_requested(operations.what_if))
    play_line = _DoesAsync(_requested(operations.play_line))
    explore = _DoesAsync(_requested(operations.explore))
    analysis = _DoesAsync(_requested(operations.analysis))
    analyse = _DoesAsync(_requested(operations.analyse))
    check_record = _DoesAsync(_requested(operations.check_record))
    proof_text = _DoesAsync(_requested(operations.proof_text))
    signing_keys = _DoesAsync(_requested(operations.signing_keys))
    check_proof = _DoesAsync(_requested(operations.check_proof))
    tables = _DoesAsync(_requested(operations.tables))
    table = _DoesAsync(_requested(operations.table))
    player = _DoesAsync(_requested(operations.player))
    results = _DoesAsync(_requested(operations.results))
    opponents = _DoesAsync(_requested(operations.opponents))
    activity = _DoesAsync(_requested(operations.activity))
    ratings = _DoesAsync(_requested(operations.ratings))
    puzzle = _DoesAsync(_requested(operations.puzzle))
    puzzle_of_the_day = _DoesAsync(_requested(operations.puzzle_of_the_day))
    attempt = _DoesAsync(_requested(operations.attempt))
    club = _DoesAsync(_requested(operations.club))
    tournament = _DoesAsync(_requested(operations.tournament))
    session = _DoesAsync(_requested(operations.session))
    matches_page = _DoesAsync(_requested(listing.matches_page))
    matches = _ListsAsync(listing.matches)
    export = _ListsAsync(listing.export)
    export_whole = _ListsAsync(listing.export_whole)
    dumps = _DoesAsync(_requested(dumping.dumps))
    download_dump = _DoesAsync(dumping.download_dump)
    rating_history = _ListsAsync(listing.rating_history)
    players = _ListsAsync(listing.players)
    leaderboard = _ListsAsync(listing.leaderboard)
    puzzles = _ListsAsync(listing.puzzles)
    clubs = _ListsAsync(listing.clubs)
    tournaments = _ListsAsync(listing.tournaments)
    watch = _ListsAsync(playing.watch)
    analysed = _DoesAsync(verifying.analysed)
    verify = _DoesAsync(verifying.verify)
    prove = _DoesAsync(verifying.prove)
    sign_in = _DoesAsync(verifying.sign_in)
    create = _DoesAsync(playing.create)
    play = _DoesAsync(playing.play)

    async def close(self) -> None:
        """Closes the connections that are kept open between requests."""
        await self.runner.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        await self.close()
