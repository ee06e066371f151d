// Components hold no words: what people read comes out of the language files.

import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const sources = import.meta.glob<string>('../../**/*.svelte', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Attributes that are read out or shown. */
const READ = ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'aria-valuetext'];
const SHOWN = ['label', 'placeholder', 'text', 'title'];

/** Names are the same in every language. */
const NAMES = /\b(Cydonia|QR|REST|JSON|SVG|PNG|API)\b/g;

interface Node {
  type: string;
  data?: string;
  name?: string;
  value?: unknown;
  expression?: unknown;
}

/** What a component says by itself. */
function bareTexts(source: string): string[] {
  const found: string[] = [];
  const note = (text: unknown): void => {
    if (typeof text === 'string' && /\p{L}{2}/u.test(text.replace(NAMES, '')))
      found.push(text.trim());
  };
  /** Words among what stands in braces: whole ones, not those that are compared or looked up. */
  const literals = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) return value.forEach(literals);
    const node = value as Record<string, unknown>;
    if (node.type === 'Literal') note(node.value);
    else if (node.type === 'Text') note(node.data);
    else if (node.type === 'TemplateElement') note((node.value as { cooked?: string }).cooked);
    else if (node.type === 'ConditionalExpression')
      [node.consequent, node.alternate].forEach(literals);
    else if (node.type === 'LogicalExpression') [node.left, node.right].forEach(literals);
    else if (node.type === 'TemplateLiteral') literals(node.quasis);
    else if (node.type === 'ExpressionTag') literals(node.expression);
  };
  const walk = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) return value.forEach(walk);
    const node = value as Node;
    // Lengths have units there, and nobody reads them.
    if (node.type === 'StyleDirective') return;
    if (node.type === 'Text') return note(node.data);
    if (node.type === 'ExpressionTag') literals(node.expression);
    if (node.type === 'Attribute') {
      if ([...READ, ...SHOWN].includes(node.name ?? '')) literals(node.value);
      return;
    }
    for (const [key, part] of Object.entries(node)) if (key !== 'parent') walk(part);
  };
  walk(parse(source, { modern: true }).fragment);
  return found;
}

for (const [path, source] of Object.entries(sources)) {
  const name = path.replace('../../', '').replace(/^\.\.\//, 'lib/');
  it(`${name} says nothing by itself`, () => {
    expect(bareTexts(source)).toEqual([]);
  });
}
