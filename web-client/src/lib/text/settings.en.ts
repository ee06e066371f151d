// Language file: English. Settings: what each is called, and what can be chosen.

import type { Choice, Settings } from '../preferences';
import type { Sound } from '../protocol';

/** One setting: what it is called, more about it where that helps, and its choices if it is no switch. */
interface Words<Value> {
  title: string;
  note?: string;
  values?: Value extends string ? Record<Value, string> : never;
}

export const titles = {
  page: 'Settings',
  look: 'Look',
  play: 'Playing',
  sounds: 'Sounds',
  talk: 'Talk',
  kept: 'Kept with your name: other devices on which you are signed in have the same.',
  here: 'Kept on this device. Once you have a name here, your other devices have the same.',
  seat: 'You play for one seat by its link: what you choose is kept on this device.',
  usual: 'Back to how everything was',
  volume: 'Volume',
  off: 'off',
  done: 'Done',
};

export const settings: { readonly [Key in Choice]: Words<Settings[Key]> } = {
  scheme: {
    title: 'Colours',
    values: { system: 'Like my system', light: 'Light', dark: 'Dark' },
  },
  contrast: {
    title: 'Contrast',
    values: { system: 'Like my system', high: 'High' },
  },
  board: {
    title: 'Board',
    values: { sandstone: 'Sandstone', basalt: 'Basalt', verdigris: 'Verdigris' },
  },
  pieces: {
    title: 'Pieces',
    note: 'Prism is the easiest to tell apart, whatever your eyes make of colours.',
    values: { enamel: 'Enamel', prism: 'Prism', mineral: 'Mineral' },
  },
  motion: {
    title: 'Motion',
    values: { system: 'Like my system', full: 'Full', none: 'None' },
  },
  confirm: {
    title: 'Confirm moves',
    note: 'A second click before your turn counts.',
    values: { correspondence: 'By correspondence', always: 'Always', never: 'Never' },
  },
  auto_roll: {
    title: 'Roll the dice for me',
    note: 'As soon as it is your turn.',
  },
  auto_end: {
    title: 'End my turn for me',
    note: 'When nothing else can be done.',
  },
  premoves: {
    title: 'Premoves',
    note: 'Set your next move while the other player thinks, in games for two without dice. It is played if it is legal then.',
  },
  coordinates: {
    title: 'Coordinates on every square',
    note: 'Not on the rim alone.',
  },
  chat: { title: 'Show the chat' },
};

export const sounds: Record<Sound, string> = {
  move: 'Moves',
  capture: 'Captures',
  lay: 'Pieces laid',
  sink: 'Sinking stacks',
  roll: 'Dice',
  turn: 'Your turn, opponent found',
  low: 'Low time',
  over: 'Game over',
};
