import type { Component } from 'svelte';
import MartianChess from './MartianChess.svelte';

/** The rules pages, by the game's id. */
export const chapters: Record<string, Component> = {
  'martian-chess': MartianChess,
};
