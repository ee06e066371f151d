import { expect, test } from 'vitest';
import { embedCode, filePath } from './gameFiles';

test('pictures are of a position, and the film and the record of the whole game', () => {
  expect(filePath('x', 'film.gif', 7)).toBe('./api/v1/matches/x/film.gif');
  expect(filePath('x', 'picture.png', 7)).toBe('./api/v1/matches/x/picture.png?ply=7');
  expect(filePath('x', 'record', 7)).toBe('./api/v1/matches/x/record');
});

test('a title with marks stays one attribute', () => {
  expect(embedCode('x', 'A "<b>" & B', 'https://games.example/cydonia/')).toBe(
    '<iframe src="https://games.example/cydonia/embed/x" title="A &quot;&lt;b>&quot; &amp; B" width="420" height="520" loading="lazy" style="border:0"></iframe>',
  );
});
