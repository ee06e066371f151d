// Pages as chunks. What each page is made of is fetched when somebody goes there, and then kept.

import type { Component } from 'svelte';
import type { Route } from './router.svelte';

/** A page; what it is given are the parts of its address. */
type Page = Component<Record<string, unknown>>;
type Name = Route['page'];

/** Where each page comes from. Svelte's types cannot say that a page's properties are those of its route. */
const SOURCES: Record<Name, () => Promise<{ default: unknown }>> = {
  home: () => import('./pages/HomePage.svelte'),
  new: () => import('./pages/NewGamePage.svelte'),
  table: () => import('./pages/TablePage.svelte'),
  wall: () => import('./pages/WallPage.svelte'),
  tournaments: () => import('./pages/TournamentsPage.svelte'),
  clubs: () => import('./pages/ClubsPage.svelte'),
  games: () => import('./pages/GamesPage.svelte'),
  game: () => import('./pages/GamePage.svelte'),
  embed: () => import('./pages/EmbedPage.svelte'),
  player: () => import('./pages/PlayerPage.svelte'),
  leaderboards: () => import('./pages/LeaderboardsPage.svelte'),
  explorer: () => import('./pages/ExplorerPage.svelte'),
  puzzles: () => import('./pages/PuzzlesPage.svelte'),
  puzzle: () => import('./pages/PuzzlePage.svelte'),
  rules: () => import('./pages/RulesPage.svelte'),
  friends: () => import('./pages/FriendsPage.svelte'),
  moderation: () => import('./pages/ModerationPage.svelte'),
  settings: () => import('./pages/SettingsPage.svelte'),
  learn: () => import('./pages/LearnPage.svelte'),
  about: () => import('./pages/AboutPage.svelte'),
  privacy: () => import('./pages/PrivacyPage.svelte'),
  api: () => import('./pages/ApiPage.svelte'),
  authorize: () => import('./pages/AuthorizePage.svelte'),
  unsubscribe: () => import('./pages/UnsubscribePage.svelte'),
  lost: () => import('./pages/NotFoundPage.svelte'),
};

const fetched = new Map<Name, Promise<Page>>();

/** A page's component. One that could not be fetched is asked for anew the next time. */
export function fetchPage(name: Name): Promise<Page> {
  const known = fetched.get(name);
  if (known) return known;
  const page = SOURCES[name]().then((module) => module.default as Page);
  fetched.set(name, page);
  page.catch(() => fetched.delete(name));
  return page;
}
