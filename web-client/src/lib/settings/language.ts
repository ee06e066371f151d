import type { Language } from '../protocol';
import { preferences } from '../stores/preferences.svelte';
import { keepLanguage } from './appearance';

/**
 * Language choice. Has the page come anew in a language, or in what the browser asks for; false if the browser keeps nothing, and
 * all stays as it is.
 */
export function chooseLanguage(language?: Language): boolean {
  preferences.chooseLanguage(language);
  const isKept = keepLanguage(language);
  if (isKept) location.reload();
  return isKept;
}
