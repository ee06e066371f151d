import { describe, expect, test } from 'vitest';
import type { ChatLine, Phrase } from '../protocol';
import { arrange, hiddenWords, lengthOf, phrasesFor, roomWords, saidWords, wordsOf } from './chat';

const ada = { id: 'p0', name: 'Ada' };
const bob = { id: 'p1', name: 'Bob' };
const line = (n: number, player = ada, text = `line ${n}`): ChatLine => ({
  n,
  ms: 0,
  player,
  words: { type: 'text', text },
});

test('who says what is told, and from where', () => {
  expect(saidWords(line(1), 'players')).toBe('Ada says: line 1');
  expect(saidWords(line(1), 'watchers')).toBe('Ada, watching, says: line 1');
  // Computers say nothing; if one ever does, it is not taken for a person.
  const computer = { id: 'c3', name: 'Computer 3', computer: 3 };
  expect(saidWords(line(1, computer), 'players')).toBe('Computer (level 3) says: line 1');
});

test('phrases are said in our own words', () => {
  expect(wordsOf({ type: 'phrase', phrase: 'hello' })).toBe('Hello!');
  expect(wordsOf({ type: 'phrase', phrase: 'unheard_of' as Phrase })).toBe('…');
});

test('what is offered fits the moment', () => {
  const offered = (...asked: Parameters<typeof phrasesFor>) =>
    phrasesFor(...asked).map(([id]) => id);
  expect(offered('players', false)).toContain('good_luck');
  expect(offered('players', false)).not.toContain('good_game');
  expect(offered('players', true)).toContain('good_game');
  expect(offered('watchers', false)).not.toContain('one_moment');
});

describe('the room that is left', () => {
  test('is told when it becomes scarce', () => {
    expect(roomWords('a'.repeat(159), 200)).toBe('');
    expect(roomWords('a'.repeat(160), 200)).toBe('40 left');
    expect(roomWords('a'.repeat(200), 200)).toBe('0 left');
    expect(roomWords('a'.repeat(203), 200)).toBe('3 too many');
  });

  test('is counted in characters, spaces round it aside', () => {
    expect(lengthOf(' 🛸🛸 ')).toBe(2);
  });
});

describe('who is muted', () => {
  const lines = [line(1), line(2, bob), line(3, bob), line(4), line(5, bob)];

  test('is put aside, several lines together', () => {
    expect(arrange(lines, ({ player }) => player === bob)).toEqual([
      { line: lines[0] },
      { hidden: [lines[1], lines[2]] },
      { line: lines[3] },
      { hidden: [lines[4]] },
    ]);
    expect(hiddenWords('Bob', 1)).toBe('Bob is muted.');
    expect(hiddenWords('Bob', 2)).toBe('Bob is muted: 2 lines.');
  });

  test('can be shown all the same', () => {
    expect(arrange(lines.slice(1, 3), ({ n }) => n !== 2)).toEqual([
      { line: lines[1] },
      { hidden: [lines[2]] },
    ]);
  });

  test('two are not taken for one', () => {
    expect(arrange(lines.slice(0, 2), () => true)).toEqual([
      { hidden: [lines[0]] },
      { hidden: [lines[1]] },
    ]);
  });
});
