import { expect, test } from 'vitest';
import { Drag } from './drag.svelte';

/** A board of three squares a hundred wide; only the first can be lifted, only the last is a goal. */
function set(): { drag: Drag; done: string[] } {
  const done: string[] = [];
  const drag = new Drag({
    locate: (event) => [event.clientX, event.clientY],
    spaceAt: ([x]) => (x < 300 ? Math.floor(x / 100) : null),
    canLift: (space) => space === 0,
    canDrop: (space) => space === 2,
    lift: (space) => done.push(`lift ${space}`),
    drop: (space) => done.push(`drop ${space}`),
  });
  return { drag, done };
}

const at = (x: number): PointerEvent =>
  ({
    clientX: x,
    clientY: 50,
    pointerId: 1,
    isPrimary: true,
    button: 0,
    currentTarget: { setPointerCapture: () => {} },
  }) as unknown as PointerEvent;

test('a piece is lifted, follows the hand and is put down', () => {
  const { drag, done } = set();
  drag.down(at(50));
  expect(drag.held).toBeNull();
  drag.move(at(120));
  expect(drag.held).toEqual({ space: 0, at: [120, 50] });
  drag.move(at(250));
  drag.up(at(250));
  expect(drag.held).toBeNull();
  expect(done).toEqual(['lift 0', 'drop 2']);
  expect(drag.swallows()).toBe(true);
  expect(drag.swallows()).toBe(false);
});

test('anywhere else it goes back', () => {
  const { drag, done } = set();
  drag.down(at(50));
  drag.move(at(150));
  drag.up(at(150));
  expect(done).toEqual(['lift 0']);
});

test('a slip of the finger is still a click', () => {
  const { drag, done } = set();
  drag.down(at(50));
  drag.move(at(53));
  drag.up(at(53));
  expect(done).toEqual([]);
  expect(drag.swallows()).toBe(false);
});

test('what cannot be lifted stays', () => {
  const { drag, done } = set();
  drag.down(at(150));
  drag.move(at(250));
  drag.up(at(250));
  expect(done).toEqual([]);
});

test('two fingers carry nothing, so that they can zoom', () => {
  const { drag, done } = set();
  let moves: (event: Event) => void = () => {};
  drag.keepStill({
    addEventListener: (_: string, listener: (event: Event) => void) => (moves = listener),
    removeEventListener: () => {},
  } as unknown as Element);
  const prevented = (): boolean => {
    let isPrevented = false;
    moves({ cancelable: true, preventDefault: () => (isPrevented = true) } as unknown as Event);
    return isPrevented;
  };
  drag.down(at(50));
  expect(prevented()).toBe(true);
  drag.down({ ...at(60), pointerId: 2, isPrimary: false });
  expect(prevented()).toBe(false);
  drag.move(at(150));
  drag.up(at(250));
  expect(done).toEqual([]);
});
