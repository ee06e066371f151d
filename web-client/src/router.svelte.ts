// Client-side router. Which page an address leads to, and the address of each page. `sv-router` is six times as large
// (5.6 KB packed), and takes `/playground` for a page of a house under `/play`; SvelteKit wants the whole build.

import { address } from './lib/net/address';

/** Pages that stand alone, by what their paths begin with. */
const ALONE = [
  'new',
  'wall',
  'friends',
  'settings',
  'about',
  'privacy',
  'api',
  'authorize',
  'unsubscribe',
] as const;

/** Where one is. */
export type Route =
  | { page: 'home' }
  | { page: (typeof ALONE)[number] }
  | { page: 'leaderboards' | 'explorer' | 'rules' | 'learn'; game: string | null }
  | { page: 'table'; id: string }
  | { page: 'tournaments' | 'clubs'; id: string | null }
  | { page: 'games' }
  | { page: 'game'; id: string }
  | { page: 'embed'; id: string }
  | { page: 'player'; id: string }
  | { page: 'puzzles' }
  | { page: 'puzzle'; id: string }
  | { page: 'moderation'; id: string | null }
  | { page: 'lost' };

/** What a path (below the base, without a leading slash) leads to. */
export function parse(path: string): Route {
  const parts = path.split('/').filter(Boolean).map(decode);
  const [head, id, ...more] = parts;
  if (more.length > 0) return { page: 'lost' };
  if (head === undefined) return { page: 'home' };
  const alone = id === undefined && ALONE.find((page) => page === head);
  if (alone) return { page: alone };
  if (head === 't' && id) return { page: 'table', id };
  if (head === 'games') return id ? { page: 'game', id } : { page: 'games' };
  if (head === 'embed' && id) return { page: 'embed', id };
  if (head === 'players' && id) return { page: 'player', id };
  if (head === 'puzzles') return id ? { page: 'puzzle', id } : { page: 'puzzles' };
  if (head === 'moderation' || head === 'tournaments' || head === 'clubs')
    return { page: head, id: id ?? null };
  if (head === 'rules' || head === 'learn' || head === 'leaderboards' || head === 'explorer')
    return { page: head, game: id ?? null };
  return { page: 'lost' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of `url` below `base`; null if it is none of ours. */
export function below(url: URL, base: URL): string | null {
  const root = base.pathname.replace(/[^/]*$/, '');
  if (url.origin !== base.origin) return null;
  if (url.pathname.startsWith(root)) return url.pathname.slice(root.length);
  return `${url.pathname}/` === root ? '' : null;
}

class Router {
  route = $state.raw<Route>({ page: 'home' });
  /** What the page is asked to show, from the `?` on; nothing without one. */
  search = $state('');
  /** Whether one has come from another of our pages. */
  moved = false;
  /** What stands behind the `#`, without it. */
  hash = $state('');

  private started = false;

  /** Reads the address and follows it from now on. */
  start(): void {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
    document.addEventListener('click', (event) => this.click(event));
    this.read();
  }

  /** Goes to one of our own pages; `replace` leaves no trace in the history. */
  go(path: string, replace = false): void {
    const url = address(path);
    if (replace) history.replaceState(null, '', url);
    else history.pushState(null, '', url);
    const before = this.route;
    this.read();
    if (replace) return;
    if (before !== this.route) scrollTo(0, 0);
    else seek(this.hash);
  }

  private read(): void {
    const url = new URL(location.href);
    const path = below(url, address('./'));
    const next: Route = path === null ? { page: 'lost' } : parse(path);
    this.search = url.search;
    // The same page stays as it is when only the part behind the ? or the # has changed.
    if (JSON.stringify(next) !== JSON.stringify(this.route)) {
      this.moved = this.started;
      this.route = next;
    }
    this.started = true;
    this.hash = url.hash.slice(1);
  }

  /** Ordinary clicks on our own links stay within the page. */
  private click(event: MouseEvent): void {
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || modified) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    const path = below(url, address('./'));
    if (path === null || path.startsWith('api/')) return;
    event.preventDefault();
    this.go(`./${path}${url.search}${url.hash}`);
  }
}

export const router = new Router();

/** Brings one to a part of the page, as a browser does of itself with links that it follows. */
export function seek(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}

/** The address of one of our own pages, for links. */
export function href(path: string): string {
  const url = address(path);
  return url.pathname + url.search + url.hash;
}

/** Where a table's page is; a private one's key, or a seat's, stands behind the #. */
export function tablePath(id: string, fragment: string | null | undefined): string {
  return `./t/${id}${fragment ? `#${fragment}` : ''}`;
}

/** Where a finished game's review is, of a private one with its key. */
export function gamePath(id: string, key?: string): string {
  return `./games/${id}${key ? `#${key}` : ''}`;
}

/** The whole address of a table, to be passed on. */
export function tableLink(id: string, fragment: string | undefined): string {
  return address(tablePath(id, fragment)).href;
}
