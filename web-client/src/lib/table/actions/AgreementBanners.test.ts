import { render } from 'svelte/server';
import { describe, expect, test, vi } from 'vitest';
import { info, state } from '../../testing/samples';
import type { OpenOffer, TableInfo } from '../../protocol';
import { now } from '../../stores/now.svelte';
import { GameStatus } from '../../stores/gameStatus.svelte';
import AgreementBanners from './AgreementBanners.svelte';

const three: TableInfo = {
  ...info,
  seats: [...info.seats, { state: 'taken', player: { id: 'p2', name: 'Cleo' } }],
};
const names = ['Ada', 'Bob', 'Cleo'];
const draw: OpenOffer = { offer: 5, seat: 0, what: 'draw', agreed: [] };

interface Scene {
  me: number | null;
  offers?: OpenOffer[];
  paused?: boolean;
  left?: number[];
  presence?: GameStatus['presence'];
}

/** What is shown, as text, and the names of its buttons. */
function shown({ me, offers = [], paused = false, left = [], presence = [] }: Scene) {
  const gameStatus = new GameStatus();
  gameStatus.adopt({ ...state, offers, paused });
  gameStatus.presence = presence;
  const playing = me !== null && !left.includes(me);
  const props = { info: three, gameStatus, names, me, playing, left, ask: () => {} };
  const { body } = render(AgreementBanners, { props });
  const text = (html: string): string =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
  return {
    words: text(body.replace(/<button[^]*?<\/button>/g, '')),
    buttons: (body.match(/<button[^]*?<\/button>/g) ?? []).map(text),
  };
}

describe('an offer', () => {
  test('can be answered by those who are asked', () => {
    expect(shown({ me: 1, offers: [draw] })).toEqual({
      words: 'Ada offers a draw. Waiting for Cleo.',
      buttons: ['Decline', 'Agree'],
    });
  });

  test('can be withdrawn by who made it', () => {
    expect(shown({ me: 0, offers: [draw] })).toEqual({
      words: 'You offer a draw. Waiting for Bob and Cleo.',
      buttons: ['Withdraw'],
    });
  });

  test('waits for the others once one has agreed', () => {
    expect(shown({ me: 1, offers: [{ ...draw, agreed: [1] }] })).toEqual({
      words: 'Ada offers a draw. You agree. Waiting for Cleo.',
      buttons: [],
    });
  });

  test('is only told to those who watch or have left', () => {
    const expected = { words: 'Ada offers a draw. Waiting for Bob and Cleo.', buttons: [] };
    expect(shown({ me: null, offers: [draw] })).toEqual(expected);
    expect(shown({ me: 2, offers: [draw], left: [2] })).toEqual({
      words: 'Ada offers a draw. Waiting for Bob.',
      buttons: [],
    });
  });
});

test('in a pause any player may go on', () => {
  expect(shown({ me: 1, paused: true })).toEqual({
    words: 'The game is paused. Clocks are stopped.',
    buttons: ['Resume'],
  });
  expect(shown({ me: null, paused: true }).buttons).toEqual([]);
});

describe('a seat that nobody has sat at for ten minutes', () => {
  const presence: GameStatus['presence'] = [
    { state: 'away', since_ms: 0, until_ms: 600_000 },
    { state: 'here' },
    { state: 'here' },
  ];
  const at = (ms: number): void => void vi.spyOn(now, 'second', 'get').mockReturnValue(ms);

  test('may be let go by the others, and not before', () => {
    at(599_000);
    expect(shown({ me: 1, presence })).toEqual({ words: '', buttons: [] });
    at(601_000);
    const { words, buttons } = shown({ me: 1, presence });
    expect(words).toMatch(/^Ada has been away for 10 minutes\./);
    expect(buttons).toEqual(['Let a computer play on', 'Remove from the game']);
  });

  test('is nothing to those who only watch, or once it has left', () => {
    at(601_000);
    expect(shown({ me: null, presence }).buttons).toEqual([]);
    expect(shown({ me: 1, presence, left: [0] }).buttons).not.toContain('Remove from the game');
  });
});

describe('a seat that was left', () => {
  const other = { offer: 5, seat: 0, what: 'computer', computer: { seat: 2, level: 3 } } as const;

  test('may go to a computer, if those who stayed wish it', () => {
    const { words, buttons } = shown({ me: 1, left: [2] });
    expect(words).toMatch(/^Cleo has left\. A computer can play on there, if all agree\./);
    expect(buttons).toEqual(['Let a computer play on', 'Continue without']);
    expect(shown({ me: null, left: [2] }).buttons).toEqual([]);
  });

  test('is asked about once, and whose it was need not agree', () => {
    const offers = [{ ...other, agreed: [] }];
    expect(shown({ me: 1, offers })).toEqual({
      words: 'Ada asks for a computer (level 3) to play on for Cleo.',
      buttons: ['Decline', 'Agree'],
    });
    expect(shown({ me: 1, offers, left: [2] }).buttons).toEqual(['Decline', 'Agree']);
    expect(shown({ me: 2, offers }).buttons).toEqual(['I play on']);
  });
});
