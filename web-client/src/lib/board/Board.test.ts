import { render } from 'svelte/server';
import { expect, test } from 'vitest';
import { layout, view } from '../testing/samples';
import Board from './Board.svelte';
import { plan } from './choosing';
import { Picker } from './picker.svelte';

/** The tag of one space as it is drawn. */
function space(body: string, name: string): string {
  return new RegExp(`<g[^>]*data-testid="space-${name}"[^>]*>`).exec(body)?.[0] ?? '';
}

test('draws any layout and view', () => {
  const { body } = render(Board, { props: { layout, view } });
  expect(body).toContain('viewBox="-18 -18 336 140"');
  expect(space(body, 'a1')).toContain('aria-label="a 1, pawn"');
  expect(space(body, 'a1')).toContain('data-stack="1"');
  expect(space(body, 'b1')).toContain('data-movable="false"');
  expect(body.match(/class="pyramid/g)).toHaveLength(2);
});

test('tells what can be done, and lets the Tab key in where it can', () => {
  const picker = new Picker(plan(['a1-b1', 'a1-c1', 'c1-b1'], layout.tokens), () => {});
  picker.pick('a1');
  const { body } = render(Board, { props: { layout, view, picker } });
  expect(space(body, 'a1')).toContain('data-picked="true"');
  expect(space(body, 'b1')).toContain('data-target="true"');
  expect(space(body, 'b1')).toContain('aria-label="b 1, empty, target"');
  expect(space(body, 'a1')).toContain('tabindex="0"');
  expect(space(body, 'c1')).toContain('tabindex="-1"');
});

test('the board turns and the pieces stay upright', () => {
  const { body } = render(Board, { props: { layout, view, degrees: 90, showNames: 'nowhere' } });
  expect(body).toContain('viewBox="-118 -18 136 340"');
  expect(body).not.toContain('rotate(');
  expect(body).not.toContain('<text');
});

test('stacks, lying pieces and what spaces have become', () => {
  const odd = {
    ...view,
    spaces: [
      { stack: [1, 1, 1, 1, 1].map((size) => ({ size, owner: 0 })) },
      { stack: [{ size: 2, owner: 1, points_at: 2 }] },
      { marker: 'root' as const },
    ],
  };
  const { body } = render(Board, { props: { layout, view: odd, names: ['Ada', 'Bob'] } });
  expect(space(body, 'a1')).toContain('data-stack="1@0,1@0,1@0,1@0,1@0"');
  expect(body).toMatch(/class="count[^>]*>5</);
  expect(space(body, 'b1')).toContain("Bob's drone pointing at c 1");
  expect(space(body, 'c1')).toContain('root');
});
