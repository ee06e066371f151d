// Markdown reader. Takes a rules page apart when the client is built.

import type { MarkedToken, Token, Tokens } from 'marked';
import { lexer } from 'marked';
import type { Block, Inline, Item, Page, PictureLink, Section } from './page';

/** The address that marks a ruling, by leading to what the word means. */
const RULING = 'README.md#our-rulings';

/**
 * Takes a page of `docs/rules` apart.
 *
 * @param id the page's file name without its ending
 * @param language the tag of the language that it is written in
 * @throws if it holds anything for which the rules pages have no look
 */
export function readPage(id: string, markdown: string, language = 'en'): Page {
  const page: Page = { id, language, title: '', lead: [], sections: [] };
  let blocks = page.lead;
  const ids = new Set<string>();
  for (const token of known(lexer(markdown))) {
    if (token.type === 'space') continue;
    if (token.type !== 'heading') {
      blocks.push(readBlock(id, token));
    } else if (token.depth === 1) {
      if (page.title) throw new Error(`${id}: a second title, “${token.text}”`);
      page.title = prose(token.text);
    } else {
      const section = newSection(token);
      if (ids.has(section.id)) throw new Error(`${id}: two headings “${token.text}”`);
      ids.add(section.id);
      const within = token.depth === 2 ? page.sections : page.sections.at(-1)?.sections;
      if (!within || token.depth > 3) throw new Error(`${id}: a stray heading, “${token.text}”`);
      within.push(section);
      blocks = section.blocks;
    }
  }
  return page;
}

/**
 * A page in another language under the addresses of the original: its sections have the same ids.
 *
 * @throws if it has other sections
 */
export function inPlaceOf(original: Page, translated: Page): Page {
  return { ...translated, sections: renamed(original.id, original.sections, translated.sections) };
}

function renamed(id: string, originals: Section[], translated: Section[]): Section[] {
  if (originals.length !== translated.length) throw new Error(`${id}: other sections`);
  return originals.map((original, at) => {
    const section = translated[at] ?? original;
    const sections = renamed(id, original.sections, section.sections);
    return { ...section, id: original.id, sections };
  });
}

function newSection({ text }: Tokens.Heading): Section {
  // As code hosts make it, so that one link fits both.
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');
  return { id, title: prose(text), blocks: [], sections: [] };
}

function readBlock(id: string, token: MarkedToken): Block {
  if (token.type === 'list' && !token.ordered) {
    return { type: 'list', items: token.items.map((item) => readItem(id, item)) };
  }
  if (token.type === 'paragraph') {
    const pictures = readPictures(token);
    if (pictures) return { type: 'pictures', pictures };
    return { type: 'paragraph', parts: readInlines(id, token.tokens) };
  }
  throw new Error(`${id}: no look for a ${token.type}`);
}

/** An item is a line of text, perhaps after a small picture: lists hold neither paragraphs nor lists. */
function readItem(id: string, { tokens }: Tokens.ListItem): Item {
  const [text, ...more] = known(tokens);
  if (text?.type !== 'text' || more.length > 0) throw new Error(`${id}: a list item of parts`);
  const [first, ...rest] = known(text.tokens ?? []);
  const size =
    first?.type === 'image'
      ? /^(?:\.\.\/)?pictures\/piece-([123])\.svg$/.exec(first.href)?.[1]
      : undefined;
  if (size === undefined) return { piece: null, parts: readInlines(id, text.tokens ?? []) };
  return { piece: Number(size), parts: readInlines(id, rest) };
}

/** The pictures of a paragraph that holds nothing else; null for any other. */
function readPictures({ tokens }: Tokens.Paragraph): PictureLink[] | null {
  const parts = known(tokens).filter((part) => part.type !== 'text' || part.text.trim() !== '');
  const pictures = parts.flatMap((part) => {
    const name =
      part.type === 'image' ? /^(?:\.\.\/)?pictures\/(.+)\.svg$/.exec(part.href)?.[1] : undefined;
    if (part.type !== 'image' || name === undefined) return [];
    return [{ name, words: prose(part.text), caption: part.title && prose(part.title) }];
  });
  return pictures.length === parts.length ? pictures : null;
}

function readInlines(id: string, tokens: Token[]): Inline[] {
  return known(tokens).map((token): Inline => {
    switch (token.type) {
      case 'text':
      case 'escape':
        return { type: 'text', text: prose(token.text) };
      case 'codespan':
        return { type: 'code', text: token.text };
      case 'strong':
      case 'em':
        return { type: token.type, parts: readInlines(id, token.tokens) };
      case 'link': {
        const href = address(id, token.href);
        if (token.href === RULING) return { type: 'ruling', href, text: token.text };
        return { type: 'link', href, parts: readInlines(id, token.tokens) };
      }
      default:
        throw new Error(`${id}: no look for a ${token.type}`);
    }
  });
}

/** Where a link leads within the client; addresses elsewhere stay as they are. */
function address(id: string, href: string): string {
  if (href.startsWith('https://') || href.startsWith('http://')) return href;
  const [, page, hash = ''] = /^(?:([\w-]+)\.md)?(#[\w-]+)?$/.exec(href) ?? [];
  if (!page && !hash) throw new Error(`${id}: a link to nowhere, ${href}`);
  return page === 'README' ? `./rules${hash}` : `./rules/${page ?? id}${hash}`;
}

/** Running text as it is set: typewriter's apostrophes become real ones. */
function prose(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll("'", '’');
}

/** The lexer is used without extensions, so there are no tokens but its own. */
function known(tokens: Token[]): MarkedToken[] {
  return tokens as MarkedToken[];
}
