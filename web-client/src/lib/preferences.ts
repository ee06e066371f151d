// Settings. What can be chosen of how the page looks and behaves, and what of a stored choice is one.

import type { Language, Preferences, Sound } from './protocol';

/** Every setting but for the language, which until somebody chooses is what the browser asks for. */
export type Settings = {
  [Key in Exclude<keyof Preferences, 'language'>]-?: NonNullable<Preferences[Key]>;
};

/** Those that are a choice from a list. */
export type Choice = Exclude<keyof Settings, 'volume' | 'silenced'>;

/** What can be heard at a table, each of which can be switched off by itself. */
export const SOUNDS = [
  'move',
  'capture',
  'lay',
  'sink',
  'roll',
  'turn',
  'low',
  'over',
] as const satisfies readonly Sound[];

/** The languages of the page, each by its own name. */
export const LANGUAGES: { readonly [Key in Language]: string } = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  he: 'עברית',
};

/** What can be chosen: first what holds until somebody chooses. */
export const CHOICES: { readonly [Key in Choice]: readonly Settings[Key][] } = {
  scheme: ['system', 'light', 'dark'],
  contrast: ['system', 'high'],
  board: ['sandstone', 'basalt', 'verdigris'],
  pieces: ['enamel', 'prism', 'mineral'],
  motion: ['system', 'full', 'none'],
  confirm: ['correspondence', 'always', 'never'],
  auto_roll: [false, true],
  auto_end: [false, true],
  premoves: [false, true],
  coordinates: [false, true],
  chat: [true, false],
};

/** What holds until somebody chooses. */
export const USUAL = {
  ...Object.fromEntries(Object.entries(CHOICES).map(([key, [usual]]) => [key, usual])),
  volume: 60,
  silenced: [],
} as unknown as Settings;

/** What was chosen, out of what was stored by whatever version of the page; the rest is left out. */
export function readChosen(stored: unknown): Preferences {
  const found = (stored ?? {}) as Record<string, unknown>;
  const chosen = Object.entries(CHOICES).filter(([key, values]) =>
    (values as readonly unknown[]).includes(found[key]),
  );
  const { language, volume, silenced } = found;
  return {
    ...(isLanguage(language) ? { language } : {}),
    ...Object.fromEntries(chosen.map(([key]) => [key, found[key]])),
    ...(Number.isInteger(volume) && Number(volume) >= 0 && Number(volume) <= 100
      ? { volume: Number(volume) }
      : {}),
    ...(Array.isArray(silenced)
      ? { silenced: SOUNDS.filter((one) => silenced.includes(one)) }
      : {}),
  };
}

function isLanguage(stored: unknown): stored is Language {
  return typeof stored === 'string' && Object.hasOwn(LANGUAGES, stored);
}
