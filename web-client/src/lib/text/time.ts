// Date and time texts. Moments and spans in the reader's own zone.

import { language } from 'messages:language';
import * as m from 'messages:time';

/** Where no region is known. */
const ANYWHERE = language === 'en' ? 'en-GB' : language;

/** In the language of the sentences around it, and by the customs of where the reader is: "11/24/2026" means two days. */
export function readerLocale(reader: string | undefined): string {
  try {
    const { region } = new Intl.Locale(reader ?? language);
    return region ? `${language}-${region}` : ANYWHERE;
  } catch {
    return ANYWHERE;
  }
}

const READER = readerLocale(globalThis.navigator?.language);

const DATE = new Intl.DateTimeFormat(READER, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

const DAY = new Intl.DateTimeFormat(READER, { day: 'numeric', month: 'short', year: 'numeric' });
const AGO = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });

const TIME = new Intl.DateTimeFormat(READER, { hour: '2-digit', minute: '2-digit' });
const DAY_AND_TIME = new Intl.DateTimeFormat(READER, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time of the day, in the reader's own zone; with the day if that is another than today. */
export function timeWords(ms: number, today: number = Date.now()): string {
  const sameDay = new Date(ms).toDateString() === new Date(today).toDateString();
  return (sameDay ? TIME : DAY_AND_TIME).format(ms);
}

/** A day and time, in the reader's own zone. */
export function dateWords(ms: number): string {
  return DATE.format(ms);
}

/** A day, in the reader's own zone. */
export function dayWords(ms: number): string {
  return DAY.format(ms);
}

/** How many days ago something was: "today", "yesterday", "12 days ago". */
export function agoWords(ms: number, today: number = Date.now()): string {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return AGO.format(Math.min(0, Math.round((midnight(ms) - midnight(today)) / 86_400_000)), 'day');
}

/** How long something took: "under a minute", "7 min", "1 h 20 min". */
export function spanWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return m.underMinute();
  if (minutes < 60) return m.minutes({ minutes });
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return rest ? m.hoursMinutes({ hours, minutes: rest }) : m.hours({ hours });
  return m.days({ count: Math.round(minutes / 1440) });
}
