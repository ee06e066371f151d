// Web Push. What is said in notifications, and where they are switched on.

import type { PushMessage, PushTable } from '../protocol';
import { listed } from './reasons';

/** What the switches and what hinders them say. */
export const pushLabels = {
  turn: 'Tell me when it’s my turn',
  opponent: 'Tell me when somebody sits down',
  told: 'By a notification, also while this page is closed.',
  denied: 'Your browser blocks notifications from here. Allow them in its settings for this site.',
  install:
    'On an iPhone or iPad, add this page to the home screen first (Share, then Add to Home Screen).',
  failed: 'Your browser could not set this up just now. Try again later.',
} as const;

/** What a notification says; of a message that cannot be read that there is something. */
export function pushWords(message: PushMessage | null): { title: string; body: string } {
  const [table] = message?.tables ?? [];
  if (!message || !table) return { title: 'Cydonia', body: 'Something waits for you.' };
  if (message.count > 1) {
    const body = message.tables.map(tableWords).join('\n');
    const more = message.count - message.tables.length;
    return {
      title: `${message.count} games wait for you`,
      body: more > 0 ? `${body}\nand ${more} more` : body,
    };
  }
  return table.why === 'opponent'
    ? {
        title: `${namesOf(table)} ${table.with.length > 1 ? 'are' : 'is'} here`,
        body: `${table.title} is about to begin.`,
      }
    : { title: 'Your turn', body: tableWords(table) };
}

function tableWords(table: PushTable): string {
  return table.with.length > 0 ? `${table.title} with ${listed(table.with)}` : table.title;
}

function namesOf(table: PushTable): string {
  return table.with.length > 0 ? listed(table.with) : 'Your opponent';
}
