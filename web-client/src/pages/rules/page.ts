/**
 * Rules page model. A page of `docs/rules`, taken apart. `markdown.ts` makes it when the client is
 * built, `RulesArticle.svelte` shows it.
 */
export interface Page {
  /** As in its address; that of the game, if it tells of one. */
  id: string;
  /** The language that it is written in, by its tag: English, as long as nobody has translated it. */
  language: string;
  title: string;
  /** What stands before the first section. */
  lead: Block[];
  sections: Section[];
}

/** What stands under one heading. */
export interface Section {
  /** For links: as code hosts name it, too. */
  id: string;
  title: string;
  blocks: Block[];
  /** Under headings one level below. */
  sections: Section[];
}

export type Block =
  | { type: 'paragraph'; parts: Inline[] }
  | { type: 'list'; items: Item[] }
  | { type: 'pictures'; pictures: PictureLink[] };

/** One line of a list. */
export interface Item {
  /** It tells of the pyramid of that size, and shows it. */
  piece: number | null;
  parts: Inline[];
}

/** A picture by its name among the page's positions. */
export interface PictureLink {
  name: string;
  /** What is to be seen, in words. */
  words: string;
  /** A word or two to be read under it. */
  caption: string | null;
}

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'strong'; parts: Inline[] }
  | { type: 'em'; parts: Inline[] }
  /** `href` begins with `./` if it leads to one of our own pages. */
  | { type: 'link'; href: string; parts: Inline[] }
  /** Marks what the published rules leave open; `href` leads to what that means. */
  | { type: 'ruling'; href: string; text: string };

/** Which way a page is written: English, wherever it stands, from left to right; any other as all that is around it. */
export function directionOf(language: string): 'ltr' | undefined {
  return language === 'en' ? 'ltr' : undefined;
}
