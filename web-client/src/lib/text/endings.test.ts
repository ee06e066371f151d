import { expect, test } from 'vitest';
import { game } from '../testing/samples';
import { endings } from './endings';

test('a game ends in its own ways and in those of all games', () => {
  expect(endings(undefined).map(([reason]) => reason)).toEqual([
    'resigned',
    'timeout',
    'abandoned',
    'agreed',
  ]);
  expect(endings(game)[0]).toEqual(['empty', 'One side of the board is empty']);
  const known = { ...game, reasons: [{ reason: 'agreed', sentence: 'Both had enough.' }] };
  expect(endings(known).filter(([reason]) => reason === 'agreed')).toEqual([
    ['agreed', 'Both had enough'],
  ]);
});
