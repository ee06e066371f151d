// Explorer places. Where one is in the explorer, and the address that leads there: each place has one, to be shared.

import type { GameInfo, OptionValue } from '../protocol';
import { chosenOf, optionsFor } from '../game/options';

/** How a game is set up: for how many, and with which options where these are not at their defaults. */
export interface Setup {
  game: string;
  seats: number;
  options: Record<string, OptionValue>;
}

/** Where one is. */
export interface ExplorerPlace {
  setup: Setup;
  /** The text of the position in which the line begins, if that is not the start of a game. */
  from: string | null;
  /** What was played from there, as records have it: `b2-c3`, `roll 3 5`. */
  line: readonly string[];
  /** Whether games of people alone count. */
  people: boolean;
}

/** Reads what stands behind the game in an address; what makes no sense is passed over. */
export function readPlace(game: GameInfo, search: string): ExplorerPlace {
  const query = new URLSearchParams(search);
  const asked = query.get('from');
  const from = asked?.startsWith(`${game.id}:`) ? asked : null;
  return {
    setup: from === null ? asSetup(game, query.get('seats'), query) : setupOf(game, from),
    from,
    line: (query.get('line') ?? '').split(',').filter(Boolean),
    people: query.get('people') === '1',
  };
}

/** The address of a place, below the base. What goes without saying is left out. */
export function writePlace(game: GameInfo, { setup, from, line, people }: ExplorerPlace): string {
  const told: [string, string][] = [];
  if (from !== null) told.push(['from', from]);
  else {
    if (setup.seats !== game.min_seats) told.push(['seats', String(setup.seats)]);
    for (const [name, value] of sorted(setup.options)) told.push([name, String(value)]);
  }
  if (line.length > 0) told.push(['line', line.join(',')]);
  if (people) told.push(['people', '1']);
  const query = told.map(([name, value]) => `${name}=${legible(value)}`).join('&');
  return `./explorer/${game.id}${query && `?${query}`}`;
}

/** The address of a position of a game, below the base. */
export function positionPath(game: string, text: string): string {
  return `./explorer/${game}?from=${legible(text)}`;
}

/** What the interface is asked with: a position's text, or a set-up alone for the start. */
export function baseOf({ setup, from }: ExplorerPlace): string {
  if (from !== null) return from;
  const options = sorted(setup.options).map(([name, value]) => `,${name}=${value}`);
  return `${setup.game}:${setup.seats}${options.join('')}`;
}

/** The set-up of a game with what can be chosen of it, the defaults left out. */
export function fittingSetup(
  game: GameInfo,
  seats: number,
  values: Record<string, OptionValue>,
): Setup {
  const shown = optionsFor(game, seats).filter(({ name, kind }) => {
    const value = values[name];
    if (kind.type === 'switch') return typeof value === 'boolean' && value !== kind.default;
    return kind.choices.some((choice, at) => at > 0 && choice.value === value);
  });
  return { game: game.id, seats, options: chosenOf(shown, values) };
}

/** The first field of a position's text tells the set-up. */
function setupOf(game: GameInfo, text: string): Setup {
  const [head = ''] = text.slice(game.id.length + 1).split('/');
  const [seats = '', ...options] = head.split(',');
  return asSetup(game, seats, new URLSearchParams(options.join('&')));
}

function asSetup(game: GameInfo, count: string | null, told: URLSearchParams): Setup {
  const asked = /^\d$/.test(count ?? '') ? Number(count) : game.min_seats;
  const seats = asked >= game.min_seats && asked <= game.max_seats ? asked : game.min_seats;
  const values = game.options.flatMap(({ name, kind }): [string, OptionValue][] => {
    const value = told.get(name);
    if (value === null) return [];
    return [[name, kind.type === 'switch' ? value === 'true' : value]];
  });
  return fittingSetup(game, seats, Object.fromEntries(values));
}

function sorted(options: Record<string, OptionValue>): [string, OptionValue][] {
  return Object.entries(options).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** As a value stands in a query, with the signs left that may: addresses are read by people, too. */
function legible(value: string): string {
  return encodeURIComponent(value)
    .replaceAll('%20', '+')
    .replaceAll(/%(?:2C|2F|3A|3B|3D)/g, decodeURIComponent);
}
