import type { Language } from '../protocol';
import { preferences } from '../stores/preferences.svelte';
import { keepCookie } from './appearance';

/** Has the page come in a language from now on, or in what the browser asks for. False if the browser keeps nothing. */
export function keepLanguage(language: Language | undefined): boolean {
  keepCookie('cydonia_language', language);
  const kept = document.cookie.split('; ').find((one) => one.startsWith('cydonia_language='));
  return kept === (language && `cydonia_language=${language}`);
}

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
