// Web Push. What is said in notifications.

import * as m from 'messages:push';
import type { PushMessage, PushTable } from '../protocol';
import { listed } from './reasons';

/** What a notification says; of a message that cannot be read that there is something. */
export function pushWords(message: PushMessage | null): { title: string; body: string } {
  const [table] = message?.tables ?? [];
  if (!message || !table) return { title: 'Cydonia', body: m.something() };
  if (message.count > 1) {
    const body = message.tables.map(tableWords).join('\n');
    const more = message.count - message.tables.length;
    return {
      title: m.gamesWait({ count: message.count }),
      body: more > 0 ? `${body}\n${m.more({ count: more })}` : body,
    };
  }
  switch (table.why) {
    case 'opponent':
      return { title: hereWords(table), body: m.aboutToBegin({ title: table.title }) };
    case 'challenge':
      return { title: challengeWords(table), body: table.title };
    case 'tournament':
      return { title: m.tournamentGame(), body: tableWords(table) };
    case 'turn':
      return { title: m.yourTurn(), body: tableWords(table) };
  }
}

function tableWords(table: PushTable): string {
  const { title, with: others } = table;
  return others.length > 0 ? m.tableWith({ title, names: listed(others) }) : title;
}

function challengeWords({ with: others }: PushTable): string {
  if (others.length === 0) return m.challenged();
  return m.challenge({ names: listed(others), count: others.length });
}

function hereWords({ with: others }: PushTable): string {
  if (others.length === 0) return m.opponentHere();
  return m.here({ names: listed(others), count: others.length });
}
