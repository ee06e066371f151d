// SVG export. Positions as picture files that stand alone, for docs/rules/pictures.

import { render } from 'svelte/server';
import type { CustomPlugin } from 'svgo';
import { optimize } from 'svgo';
import house from '../../app.css?raw';
import Paints from '../../lib/board/Paints.svelte';
import PyramidIcon from '../../lib/board/PyramidIcon.svelte';
import type { Positions } from './library';
import type { PictureLink } from './page';
import PositionBoard from './PositionBoard.svelte';

/** How large a unit of the board is, in pixels. */
const SCALE = 0.55;

/** A picture as a file of its own: what `PositionBoard.svelte` shows, with its styles, and nothing to be picked. */
export function drawing(
  { layouts, pictures }: Positions,
  { name, words }: PictureLink,
  title: string,
): string {
  const position = pictures[name];
  const layout = position && layouts[position.layout];
  if (!position || !layout) throw new Error(`no example has the picture ${name}`);
  const { head, body } = render(PositionBoard, { props: { layout, position, words } });
  return standalone(head, body, `<title>${escaped(title)}</title><desc>${escaped(words)}</desc>`);
}

/** A small pyramid of that size, as lists of pieces show it. */
export function glyph(size: number): string {
  const { head, body } = render(PyramidIcon, { props: { size, height: 92 } });
  return standalone(head, body, `<title>Pyramid of size ${size}</title>`);
}

/** The pictures of a rendered component, one under the other, as one file. */
function standalone(head: string, body: string, about: string): string {
  let [width, height] = [0, 0];
  const parts = [...body.matchAll(/<svg(?= )[^>]* viewBox="([^"]*)"[^]*?<\/svg>/g)].map(
    ([part, viewBox = '']) => {
      const [, , w = 0, h = 0] = viewBox.split(' ').map(Number);
      const placed = `<svg x="0" y="${height}" width="${w}" height="${h}"`;
      [width, height] = [Math.max(width, w), height + h];
      return part.replace('<svg', placed);
    },
  );
  const names = new Map<string, string>();
  const short = (long: string): string => names.get(long) ?? long;
  for (const [long] of head.matchAll(/svelte-\w+/g)) {
    if (!names.has(long)) names.set(long, `s${names.size}`);
  }
  const styles = visible(head.replace(/svelte-\w+/g, short));
  const drawn = legible(parts.join('').replace(/svelte-\w+/g, short));
  const [paints = ''] = /<defs>[^]*<\/defs>/.exec(render(Paints).body) ?? [];
  const size = `width="${width * SCALE}" height="${height * SCALE}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size} role="img">${about}<style>${styles}</style>${paints}${drawn}</svg>`;
  const { data } = optimize(svg, {
    floatPrecision: 1,
    // An element a line, so that changes can be read.
    js2svg: { pretty: true, indent: 0 },
    plugins: [
      still(styles),
      {
        name: 'preset-default',
        params: {
          // Classes are shorter than styles; the other two take most of the time and find nothing here.
          overrides: {
            inlineStyles: false,
            removeHiddenElems: false,
            removeUnknownsAndDefaults: false,
          },
        },
      },
      'reusePaths',
      'removeXlink',
      'cleanupIds',
    ],
  });
  return data.replace('<style>', `<style>${theme(data)}`);
}

/** The font and the colours of the house that a picture uses, by day and by night. */
function theme(svg: string): string {
  const [root] = /:root \{[^}]*/.exec(house) ?? [];
  if (!root) throw new Error('app.css has no colours');
  const seats = [...house.matchAll(/^\[data-owner='(\w+)'\] \{\s*--seat: ([^;]+);/gm)]
    .filter(([, owner]) => svg.includes(`of-${owner}"`))
    .map(([, owner, value]) => `.of-${owner}{--seat:${value}}`)
    .join('');
  const colours = [...root.matchAll(/(--[\w-]+): (.+);/g)].filter(([, name]) =>
    `${svg}${seats}`.includes(`var(${name})`),
  );
  const at = (night: number): string =>
    colours
      .map(([, name, value = '']) => {
        const both = /^light-dark\((.+), (.+)\)$/.exec(value);
        return both ? `${name}:${both[night + 1]};` : night ? '' : `${name}:${value};`;
      })
      .join('');
  const font = /font-family:\s*([^;]+);/.exec(root)?.[1]?.replace(/\s+/g, ' ') ?? 'sans-serif';
  return `svg{font-family:${font};${at(0)}}@media (prefers-color-scheme:dark){svg{${at(1)}}}${seats}`;
}

/** The styles that can be seen in a picture. */
function visible(head: string): string {
  return head
    .replace(/<\/?style[^>]*>|\/\*[^]*?\*\//g, '')
    .replace(/[^{}]*(:hover|\[data-)[^{}]*\{[^}]*\}/g, '')
    .replace(
      /(?<![\w-])(cursor|display|height|outline|overflow|pointer-events|(-webkit-)?user-select|-webkit-tap-highlight-color|width):[^;}]*;/g,
      '',
    )
    .replace(/[^{}]*\{\s*\}/g, '')
    .replace(/(?<![\w.-])[a-z]+(?=\.s\d|:where)/g, '.$&');
}

/** A board on a page is as large as it can be; a picture is small, so the spaces' names are made larger. */
function legible(drawn: string): string {
  const grown = (_: string, before: string, size: string): string => `${before}${+size * 1.4}`;
  return drawn.replace(/(<text [^>]*dy="[^>]* font-size=")([\d.]+)/g, grown);
}

/** Leaves out of the tags what only those need who play, and classes without a style. */
function still(styles: string): CustomPlugin {
  return {
    name: 'still',
    fn: () => ({
      element: {
        enter: (node) => {
          const { class: named = '', 'data-owner': owner, role, ...others } = node.attributes;
          // Tags are classes like others here: some become paths.
          const classes = [node.name, ...named.split(' ')];
          const scope = classes.find((one) => /^s\d+$/.test(one));
          const kept = classes.filter((one) =>
            [`.${one}.${scope}`, `.${one}:where(.${scope})`].some((rule) => styles.includes(rule)),
          );
          if (scope && kept.length > 0) kept.push(scope);
          if (owner) kept.push(`of-${owner}`);
          const plain = Object.entries(others).filter(
            ([one]) => !/^(aria|data)-|^(focusable|tabindex)$/.test(one),
          );
          node.attributes = Object.fromEntries(plain);
          if (kept.length > 0) node.attributes.class = kept.join(' ');
          if (role === 'img') node.attributes.role = role;
        },
      },
    }),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
