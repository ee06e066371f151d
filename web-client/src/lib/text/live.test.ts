import { expect, test } from 'vitest';
import { info } from '../testing/samples';
import { liveWords } from './live';

test('a game is told with its players, and whose turn it is once that is known', () => {
  expect(liveWords(info, 'G', null)).toBe('Watch G: Ada and Bob.');
  expect(liveWords(info, 'G', { phase: 'act', seat: 1 })).toBe(
    'Watch G: Ada and Bob. Bob to move.',
  );
  expect(liveWords(info, 'G', { phase: 'over' })).toBe('Watch G: Ada and Bob.');
});
