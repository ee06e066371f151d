import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { chapter } from './library';
import PositionBoard from './PositionBoard.svelte';

async function body(page: string, picture: string): Promise<string> {
  const { layouts, pictures } = (await chapter(page)).positions;
  const position = pictures[picture];
  const layout = position && layouts[position.layout];
  if (!position || !layout) throw new Error(`there is no position ${picture}`);
  return render(PositionBoard, { props: { layout, position, words: 'What is seen' } }).body;
}

test('what could be done is shown, and cannot be done', async () => {
  const text = await body('martian-chess', 'martian-chess-capture-before');
  expect(text).toContain('aria-label="What is seen"');
  expect(text).toMatch(/aria-label="d 3, [^"]*drone[^"]*, picked"/);
  expect(text).toMatch(/aria-label="d 4, [^"]*empty[^"]*, target"/);
  expect(text).toMatch(/aria-label="d 5, [^"]*pawn[^"]*, target, last move here"/);
  expect(text).not.toContain('data-movable="true"');
});

test('pieces are told by the colours of their seats', async () => {
  const text = await body('martian-go', 'martian-go-enemy');
  expect(text).toContain('aria-label="c 5, Blue\'s large pointing at c 4, last move here"');
});

test('dice and who waits are shown beside the board', async () => {
  const text = await body('martian-backgammon', 'martian-backgammon-hit-after');
  expect(text).toContain('aria-label="Dice: 2, 6; Blue\'s queen waits"');
  expect(await body('martian-go', 'martian-go-enemy')).not.toContain('Dice');
});
