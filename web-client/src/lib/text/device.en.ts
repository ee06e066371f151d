import { MAX_NAME } from '../protocol';

/** What is said where several play on one device. */
export const deviceWords = {
  explained: 'All seats are played here. Casual and private; the board turns to whoever moves.',
  play: 'Play',
  wait: 'One moment…',
  more: 'More options',
  usual: 'usual rules',
  pause: 'Pause between turns',
  pauseWhy: 'Asks to hand the device over before each turn.',
  setting: 'Setting the board up…',
  again: 'Play again',
  review: 'Look back',
  ready: 'Ready',
  nameless: `Every player needs a name of 1 to ${MAX_NAME} letters.`,
};

/** What the field for a name is called; players are counted from 1. */
export function playerField(player: number): string {
  return `Player ${player}`;
}

/** Whom the device is handed to. */
export function handWords(name: string): string {
  return `Hand it to ${name}`;
}
