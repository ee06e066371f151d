import { render } from 'svelte/server';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ChatLine, Player } from '../protocol';
import { mutedPlayers } from '../stores/mutedPlayers.svelte';
import ChatLog from './ChatLog.svelte';

const ada = { id: 'p0', name: 'Ada' };
const bob = { id: 'p1', name: 'Bob' };
const said = (n: number, player: Player, text: string): ChatLine => ({
  n,
  ms: 0,
  player,
  words: { type: 'text', text },
});

/** What is shown, as it is written in the page. */
function log(lines: ChatLine[], me = 'p0'): string {
  const props = {
    lines,
    me,
    label: 'Said',
    table: 'some',
    note: 'Only the players see this.',
    onoff: () => {},
  };
  return render(ChatLog, { props }).body;
}

beforeEach(() => vi.restoreAllMocks());

test('before anybody has spoken it says so', () => {
  expect(log([])).toContain('Nobody has said anything yet.');
  expect(log([said(1, ada, 'Hi')])).not.toContain('Nobody');
});

test('one’s own lines are told from those of others, whom one can mute', () => {
  const body = log([said(1, ada, 'Hi'), said(2, bob, 'Ho')]);
  expect(body).toMatch(/<strong[^>]*>You<\/strong>/);
  expect(body).toMatch(/<button[^>]*><bdi>Bob<\/bdi><\/button>/);
  expect(body).not.toContain('<bdi>Ada</bdi>');
});

test('what is said is text and nothing else, in whichever direction it runs', () => {
  const body = log([said(1, { id: 'p2', name: '<i>Eve' }, '<b onclick="x">שלום</b>')]);
  expect(body).toContain('<bdi>&lt;i>Eve</bdi>');
  expect(body).toMatch(/dir="auto">&lt;b onclick="x">שלום&lt;\/b></);
});

test('the page’s own voice tells what is said, and not the list as well', () => {
  expect(log([said(1, bob, 'Ho')])).toMatch(/role="log" aria-live="off"/);
});

test('of somebody who is muted only the number of lines is shown, and oneself cannot be', () => {
  vi.spyOn(mutedPlayers, 'has').mockReturnValue(true);
  const body = log([said(1, bob, 'Ho'), said(2, bob, 'Hum'), said(3, ada, 'Hi')]);
  expect(body).not.toMatch(/Ho|Hum/);
  expect(body).toContain('Bob is muted: 2 lines.');
  expect(body).toContain('Hi');
});
