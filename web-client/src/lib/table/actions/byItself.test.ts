import { describe, expect, test } from 'vitest';
import { layout, view } from '../../testing/samples';
import type { Choices } from '../../game/choices';
import { USUAL } from '../../preferences';
import type { Settings } from '../../preferences';
import { dueByItself } from './byItself.svelte';
import { Premove } from './premove.svelte';

const tokens = [
  ...layout.tokens,
  { type: 'button' as const, text: 'end', label: 'End turn', spoken: 'end' },
];
const offered = (actions: string[], ends: string[] = []): Choices =>
  ({ type: 'choices', table: 't', n: 4, actions, ends, undo: false }) as unknown as Choices;

/** What is done by itself. */
function done(choices: Choices | null, settings: Partial<Settings>, change: object = {}): string[] {
  const told: string[] = [];
  const due = dueByItself({
    at: 4,
    choices,
    tokens,
    mayRoll: false,
    settings: { ...USUAL, ...settings },
    premove: new Premove(() => null),
    isHeld: () => false,
    send: (action) => void told.push(action),
    roll: () => void told.push('roll'),
    ...change,
  });
  due?.();
  return told;
}

describe('what is done by itself', () => {
  test('nothing, until somebody wants it', () => {
    expect(done(offered(['end'], ['end']), {})).toEqual([]);
    expect(done(null, {}, { mayRoll: true })).toEqual([]);
  });

  test('the dice are rolled as soon as they may be', () => {
    expect(done(null, { auto_roll: true }, { mayRoll: true })).toEqual(['roll']);
    expect(done(null, { auto_roll: true })).toEqual([]);
  });

  test('a turn ends where nothing else can be done, and is not to be confirmed', () => {
    const auto_end = { auto_end: true };
    expect(done(offered(['end'], ['end']), auto_end)).toEqual(['end']);
    expect(done(offered(['end', 'a1-b1'], ['end']), auto_end)).toEqual([]);
    expect(done(offered(['a1-b1'], ['a1-b1']), auto_end)).toEqual([]);
    expect(done(offered(['end'], ['end']), auto_end, { isHeld: () => true })).toEqual([]);
  });
});

describe('a premove', () => {
  const ground = { layout, view, me: 0 };

  /** One from the first space to another, as it is picked. */
  function picked(to: string): Premove {
    const own = layout.spaces.map((space) => ({ ...space, zone: 0 }));
    const premove = new Premove(() => ({ ...ground, layout: { ...layout, spaces: own } }));
    const { picker } = premove;
    picker?.cancel();
    picker?.pick('a1');
    picker?.pick(to);
    return premove;
  }

  test('is set with two picks, shown, and forgotten when it is cancelled', () => {
    const premove = picked('b1');
    expect(premove.set).toEqual(['a1', 'b1']);
    expect(premove.names).toEqual(['a1', 'b1']);
    expect(premove.drawn).toMatchObject([{ seat: 0, motions: [{ path: [0, 1] }] }]);
    premove.cancel();
    expect(done(offered(['a1-b1']), {}, { premove })).toEqual([]);
  });

  test('is sent if it is legal then, once', () => {
    const premove = picked('b1');
    expect(done(offered(['a1-c1', 'a1-b1-clock', 'a1-b1']), {}, { premove })).toEqual(['a1-b1']);
    expect(premove.set).toBeNull();
  });

  test('is forgotten if it is not', () => {
    const premove = picked('b1');
    expect(done(offered(['a1-c1', 'c1-b1']), {}, { premove })).toEqual([]);
    expect(premove.set).toBeNull();
  });

  test('cannot be set with what is not one’s own', () => {
    expect(new Premove(() => ground).picker).toBeNull();
  });
});
