import { render } from 'svelte/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plan } from '../../board/choosing';
import { Picker } from '../../board/picker.svelte';
import { layout } from '../../testing/samples';
import ActionBar from './ActionBar.svelte';
import { PressGuard, SETTLE_MS } from './pressGuard.svelte';

const end = { text: 'end', type: 'button' as const, label: 'End turn', spoken: '' };

/** The button that ends the turn, as it is drawn. */
function button(actions: string[], dice: number, rolled = false): string {
  const picker = new Picker(plan(actions, [...layout.tokens, end]), () => {});
  const props = { picker, seat: 0, owned: () => true, onundo: null, ends: ['end'], dice, rolled };
  const { body } = render(ActionBar, { props });
  return /<button[^>]*data-testid="token-end"[^]*?<\/button>/.exec(body)?.[0] ?? '';
}

test('ending a turn is quiet while something can still be done, and says what is given up', () => {
  const early = button(['a1-b1', 'c1-b1', 'end'], 2);
  expect(early).toContain('End turn (2 dice left)');
  expect(early).not.toContain('strong');
  expect(button(['a1-b1', 'c1-b1', 'end'], 1)).toContain('End turn (1 die left)');
});

test('it is loud once there is nothing else to do', () => {
  const due = button(['end'], 0);
  expect(due).toContain('strong');
  expect(due).toMatch(/>\s*(<!--.*?-->)*End turn/);
  expect(button(['end'], 2)).toContain('strong');
});

test('it takes no press where the dice were rolled a moment ago', () => {
  expect(button(['a1-b1', 'c1-b1', 'end'], 2, true)).toContain('disabled');
  expect(button(['a1-b1', 'c1-b1', 'end'], 2, false)).not.toContain('disabled');
});

describe('the guard', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('opens a moment after the button has come', () => {
    const guard = new PressGuard();
    guard.opens({} as Element);
    vi.advanceTimersByTime(SETTLE_MS - 1);
    expect(guard.shut).toBe(true);
    vi.advanceTimersByTime(1);
    expect(guard.shut).toBe(false);
  });

  test('of a button that has gone opens nothing', () => {
    const guard = new PressGuard();
    const leave = guard.opens({} as Element);
    if (leave) leave();
    vi.advanceTimersByTime(SETTLE_MS);
    expect(guard.shut).toBe(true);
  });
});
