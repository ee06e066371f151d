// Preferences. Runed's `PersistedState` throws where a browser grants no storage, and forgets where it keeps nothing.

import { levelOf } from '../game/computers';
import type { Sound } from '../sounds/kinds';
import { recall, remember } from './storage';

/** How loud sounds are until somebody says otherwise. */
const VOLUME = 60;

/** Small things that people like one way or another; remembered in the browser. */
class Preferences {
  /** Whether the spaces' names are written into them, and not on the rim alone. */
  names = $state(isOn('names', false));
  /** Whether what people say is shown and told. */
  chat = $state(isOn('chat', true));
  /** Whether games that one begins count for the players' ratings. */
  rated = $state(isOn('rated', false));
  /** How strong the computers are that one plays with. */
  level = $state(levelOf(recall('level')));
  /** Whether a turn of one's own is confirmed before it counts, at tables where people sit together. */
  private confirmLive = $state(isOn('confirm-live', false));
  /** The same by correspondence, where a slip costs more than a click. */
  private confirmSlow = $state(isOn('confirm-slow', true));
  /** How loud sounds are, from 0 (off) to 100. */
  volume = $state(volumeOf(recall('volume')));
  /** The sounds that are switched off. */
  private silenced = $state.raw<readonly string[]>(recall('silenced')?.split(' ') ?? []);

  /** Has games count from now on, or no longer, until something else is chosen. */
  keepRated(rated: boolean): void {
    this.rated = rated;
    keep('rated', rated);
  }

  /** Has computers play so well from now on, until something else is chosen. */
  keepLevel(level: number): void {
    this.level = level;
    remember('level', String(level));
  }

  /** Shows or hides the spaces' names. */
  toggleNames(): void {
    this.names = !this.names;
    keep('names', this.names);
  }

  /** Shows and tells what people say, or no longer. */
  toggleChat(): void {
    this.chat = !this.chat;
    keep('chat', this.chat);
  }

  /** Whether turns are confirmed at such tables. */
  confirms(slow: boolean): boolean {
    return slow ? this.confirmSlow : this.confirmLive;
  }

  /** Has turns confirmed at such tables, or no longer. */
  toggleConfirm(slow: boolean): void {
    if (slow) this.confirmSlow = !this.confirmSlow;
    else this.confirmLive = !this.confirmLive;
    keep(slow ? 'confirm-slow' : 'confirm-live', this.confirms(slow));
  }

  /** Has sounds as loud as that from now on; 0 turns them all off. */
  keepVolume(volume: number): void {
    this.volume = volume;
    remember('volume', String(volume));
  }

  /** Whether a sound is switched on; how loud is another matter. */
  chooses(sound: Sound): boolean {
    return !this.silenced.includes(sound);
  }

  /** Whether a sound is to be heard. */
  hears(sound: Sound): boolean {
    return this.volume > 0 && this.chooses(sound);
  }

  /** Switches a sound on or off. */
  toggleSound(sound: Sound): void {
    this.silenced = this.chooses(sound)
      ? [...this.silenced, sound]
      : this.silenced.filter((one) => one !== sound);
    remember('silenced', this.silenced.join(' '));
  }
}

function volumeOf(found: string | null): number {
  const volume = Number(found ?? VOLUME);
  return volume >= 0 && volume <= 100 ? volume : VOLUME;
}

function isOn(name: string, usual: boolean): boolean {
  const found = recall(name);
  return found === null ? usual : found === 'on';
}

function keep(name: string, on: boolean): void {
  remember(name, on ? 'on' : 'off');
}

export const preferences = new Preferences();
