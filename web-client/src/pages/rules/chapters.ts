import type { Component } from 'svelte';
import BranchesTwigsThorns from './BranchesTwigsThorns.svelte';
import MartianBackgammon from './MartianBackgammon.svelte';
import MartianChess from './MartianChess.svelte';
import MartianFrisby from './MartianFrisby.svelte';
import MartianGo from './MartianGo.svelte';
import MartianMudWrestling from './MartianMudWrestling.svelte';

/** The rules pages, by the game's id. */
export const chapters: ReadonlyMap<string, Component> = new Map<string, Component>([
  ['martian-chess', MartianChess],
  ['martian-go', MartianGo],
  ['branches-twigs-thorns', BranchesTwigsThorns],
  ['martian-mud-wrestling', MartianMudWrestling],
  ['martian-frisby', MartianFrisby],
  ['martian-backgammon', MartianBackgammon],
]);
