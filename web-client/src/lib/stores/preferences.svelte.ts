// Preferences. Runed's `PersistedState` throws where a browser grants no storage, and forgets where it keeps nothing.

import { levelOf } from '../game/computers';
import type { Preferences as Chosen, Language } from '../protocol';
import { Publisher } from '../publisher';
import { USUAL, readChosen } from '../preferences';
import type { Settings } from '../preferences';
import type { Sound } from '../sounds/kinds';
import { recall, recallJson, remember } from './storage';

/** Where the settings that were chosen are kept. */
const KEPT = 'settings';

/** Small things that people like one way or another; remembered in the browser. */
class Preferences {
  /** The settings that were chosen, here or on another device. */
  chosen = $state.raw<Chosen>(readChosen(recallJson(KEPT)));
  /** Every setting: what was chosen, and else what is usual. */
  readonly all = $derived<Settings>({ ...USUAL, ...this.chosen });
  /** Tells when something is chosen here. */
  readonly changes = new Publisher<[]>();
  /** Whether games that one begins count for the players' ratings. */
  rated = $state(recall('rated') === 'on');
  /** How strong the computers are that one plays with. */
  level = $state(levelOf(recall('level')));

  /** Whether the spaces' names are written into them, and not on the rim alone. */
  get names(): boolean {
    return this.all.coordinates;
  }

  /** Whether what people say is shown and told. */
  get chat(): boolean {
    return this.all.chat;
  }

  /** How loud sounds are, from 0 (off) to 100. */
  get volume(): number {
    return this.all.volume;
  }

  /** Chooses something, until something else is chosen. */
  choose(change: Chosen): void {
    this.take({ ...this.chosen, ...change });
    this.changes.publish();
  }

  /** Chooses the language of the page, or whatever the browser asks for. */
  chooseLanguage(language: Language | undefined): void {
    const { language: _, ...others } = this.chosen;
    this.take(language ? { ...others, language } : others);
    this.changes.publish();
  }

  /** Has everything as it was before anything was chosen. */
  reset(): void {
    // All of it by name: nothing chosen would be nothing to tell other devices.
    this.choose(USUAL);
  }

  /** Has the settings that were chosen elsewhere, all of them. */
  take(chosen: Chosen): void {
    this.chosen = chosen;
    remember(KEPT, JSON.stringify(chosen));
  }

  /** Reads again what is kept: another tab may have chosen. */
  reread(): void {
    this.chosen = readChosen(recallJson(KEPT));
  }

  /** Has games count from now on, or no longer, until something else is chosen. */
  keepRated(rated: boolean): void {
    this.rated = rated;
    remember('rated', rated ? 'on' : 'off');
  }

  /** Has computers play so well from now on, until something else is chosen. */
  keepLevel(level: number): void {
    this.level = level;
    remember('level', String(level));
  }

  /** Shows or hides the spaces' names. */
  toggleNames(): void {
    this.choose({ coordinates: !this.names });
  }

  /** Shows and tells what people say, or no longer. */
  toggleChat(): void {
    this.choose({ chat: !this.chat });
  }

  /** Whether turns are confirmed: by correspondence, where a slip costs more than a click, or where people sit together. */
  confirms(slow: boolean): boolean {
    const { confirm } = this.all;
    return confirm === 'always' || (slow && confirm === 'correspondence');
  }

  /** Has turns confirmed at such tables, or no longer. */
  toggleConfirm(slow: boolean): void {
    const on = !this.confirms(slow);
    if (slow) this.choose({ confirm: on ? 'correspondence' : 'never' });
    else this.choose({ confirm: on ? 'always' : 'correspondence' });
  }

  /** Has sounds as loud as that from now on; 0 turns them all off. */
  keepVolume(volume: number): void {
    this.choose({ volume });
  }

  /** Whether a sound is switched on; how loud is another matter. */
  chooses(sound: Sound): boolean {
    return !this.all.silenced.includes(sound);
  }

  /** Whether a sound is to be heard. */
  hears(sound: Sound): boolean {
    return this.volume > 0 && this.chooses(sound);
  }

  /** Switches a sound on or off. */
  toggleSound(sound: Sound): void {
    const { silenced } = this.all;
    this.choose({
      silenced: this.chooses(sound)
        ? [...silenced, sound]
        : silenced.filter((one) => one !== sound),
    });
  }
}

export const preferences = new Preferences();
