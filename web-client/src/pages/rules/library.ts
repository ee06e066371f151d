// Rules library. The rules pages and their positions, each fetched when it is opened.

import type { Layout, View } from '../../lib/protocol';
import type { Page } from './page';

/** What a page's pictures show; `protocol/src/bin/rules-positions.rs` makes it from the rules. */
export interface Positions {
  layouts: Layout[];
  pictures: Record<string, Position>;
}

export interface Position {
  /** Its layout's place in the list. */
  layout: number;
  view: View;
  /** The legal actions whose next step is marked. */
  choices: string[];
}

/** A page with all that it shows. */
export interface Chapter {
  page: Page;
  positions: Positions;
}

const FOLDER = '../../../../docs/rules';
const pages = import.meta.glob<Page>('../../../../docs/rules/*.md', { import: 'default' });
const positions = import.meta.glob<Positions>('../../../../docs/rules/positions/*.json', {
  import: 'default',
});
/** Opens the rules: the page that the others hang on. */
const INDEX = 'README';

/** Whether there is a page of that name; those of the games have their ids. */
export function hasPage(id: string): boolean {
  return id !== INDEX && Object.hasOwn(pages, `${FOLDER}/${id}.md`);
}

/** Every page's name, the index's included. */
export function names(): string[] {
  return Object.keys(pages).map((path) => path.slice(FOLDER.length + 1, -'.md'.length));
}

/** Fetches a page, and what it shows. */
export async function chapter(id: string): Promise<Chapter> {
  const [page, shown] = await Promise.all([
    pages[`${FOLDER}/${id}.md`]?.(),
    positions[`${FOLDER}/positions/${id}.json`]?.(),
  ]);
  if (!page) throw new Error(`there is no page ${id}`);
  return { page, positions: shown ?? { layouts: [], pictures: {} } };
}

/** Fetches the page that the others hang on. */
export function index(): Promise<Chapter> {
  return chapter(INDEX);
}
