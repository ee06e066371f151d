import { render } from 'svelte/server';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import QrCode from './QrCode.svelte';

test('every dark module is drawn, with a quiet zone round them', () => {
  const text = `http://192.168.1.10:8080/t/0193#seat=${'0f'.repeat(16)}&seed=${'0f'.repeat(32)}`;
  const { body } = render(QrCode, { props: { text, label: 'The link' } });
  const drawn = [...body.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`);
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x} ${y}`] : [])));
  expect(drawn).toEqual(dark);
  expect(body).toContain(`viewBox="0 0 ${size} ${size}"`);
  const edge = (at: string): boolean => at.split(' ').some((n) => Number(n) < 4 || +n >= size - 4);
  expect(drawn.some(edge)).toBe(false);
  expect(body).toContain('aria-label="The link"');
  // Nothing that the page's policy would refuse.
  expect(body).not.toContain('style=');
});
