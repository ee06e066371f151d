// Words of settings. What each is called, more about it where that helps, and what its choices are called.

import { settings } from 'messages:settings';
import type { Choice } from '../preferences';

interface Words {
  title: () => string;
  note?: () => string;
  /** Of what is a choice from a list. */
  values?: Record<string, () => string>;
}

/** A setting's words. */
export function wordsOf(setting: Choice): Words {
  return settings[setting];
}
