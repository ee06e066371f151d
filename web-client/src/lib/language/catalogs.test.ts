// Language files. The same messages in every language, each with the same values, and the types that
// components are checked against; `npm run messages` writes these.

import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import { parse } from '@messageformat/parser';
import type { Token } from '@messageformat/parser';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../preferences';

interface Catalog {
  [name: string]: string | Catalog;
}

const files = import.meta.glob<Catalog>('../../../messages/*/*.json', {
  eager: true,
  import: 'default',
});
const languages = Object.keys(LANGUAGES);
const namespaces = Object.keys(files)
  .map((path) => path.match(/\/en\/(\w+)\.json$/)?.[1])
  .filter((namespace) => namespace !== undefined);

function read(language: string, namespace: string): Catalog {
  const catalog = files[`../../../messages/${language}/${namespace}.json`];
  if (!catalog) throw new Error(`${namespace} is not there in ${language}`);
  return catalog;
}

/** What a message takes, by name: a number where something is counted, and a text or a number else. */
function valuesOf(tokens: Token[], found = new Map<string, string>()): Map<string, string> {
  for (const token of tokens) {
    if (token.type === 'content' || token.type === 'octothorpe') continue;
    const type =
      token.type === 'plural' || token.type === 'selectordinal' || token.type === 'function'
        ? 'number'
        : 'string | number';
    if (found.get(token.arg) !== 'number') found.set(token.arg, type);
    if ('cases' in token) for (const { tokens } of token.cases) valuesOf(tokens, found);
  }
  return found;
}

/** All messages of a file, by their names with dots between. */
function messagesOf(catalog: Catalog, path: string[] = []): [string, string][] {
  return Object.entries(catalog).flatMap(([name, message]): [string, string][] =>
    typeof message === 'string'
      ? [[[...path, name].join('.'), message]]
      : messagesOf(message, [...path, name]),
  );
}

/** The plural forms that whole numbers take in a language. */
function formsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
}

function pluralsOf(tokens: Token[]): string[][] {
  return tokens.flatMap((token) => {
    if (!('cases' in token)) return [];
    const inner = token.cases.flatMap(({ tokens }) => pluralsOf(tokens));
    return token.type === 'plural' ? [token.cases.map(({ key }) => key), ...inner] : inner;
  });
}

function declared(name: string, message: string | Catalog, depth: number): string {
  const indent = '  '.repeat(depth);
  const start = depth === 1 ? `${indent}export const ${name}: ` : `${indent}${name}: `;
  if (typeof message === 'object') {
    if (Object.keys(message).length === 0) return `${start}Record<string, never>;\n`;
    const inner = Object.entries(message).map(([name, one]) => declared(name, one, depth + 1));
    return `${start}{\n${inner.join('')}${indent}};\n`;
  }
  const values = [...valuesOf(parse(message))].map(([name, type]) => `${name}: ${type}`);
  const given = values.length > 0 ? `values: { ${values.join('; ')} }` : '';
  return `${start}(${given}) => string;\n`;
}

describe('the language files', () => {
  it('are there in every language, and in no other', () => {
    expect(Object.keys(files)).toHaveLength(languages.length * namespaces.length);
  });

  it('have the types that the code is checked against', async () => {
    const modules = namespaces.map((namespace) => {
      const all = Object.entries(read('en', namespace));
      const names = all.map(([name, message]) => declared(name, message, 1));
      return `declare module 'messages:${namespace}' {\n${names.join('')}}\n`;
    });
    const head =
      '// Written by `npm run messages` from `messages/en`: what each message takes.\n\n';
    await expect(head + modules.join('\n')).toMatchFileSnapshot('messages.d.ts');
  });

  describe.each(namespaces)('%s', (namespace) => {
    const english = messagesOf(read('en', namespace));

    it.each(languages)('says the same in %s', (language) => {
      const catalog = read(language, namespace);
      const messages = messagesOf(catalog);
      expect(messages.map(([name]) => name)).toEqual(english.map(([name]) => name));
      const values = (all: [string, string][]): [string, string[]][] =>
        all.map(([name, message]) => [name, [...valuesOf(parse(message)).keys()].sort()]);
      expect(values(messages)).toEqual(values(english));
      const format = new MessageFormat(language, { strictPluralKeys: true });
      expect(() => compileModule(format, catalog as never)).not.toThrow();
    });

    it.each(languages)('has every plural form of %s', (language) => {
      const forms = formsOf(language);
      for (const [name, message] of messagesOf(read(language, namespace))) {
        for (const keys of pluralsOf(parse(message))) {
          const lacking = [...forms].filter((form) => !keys.includes(form));
          expect(lacking, `${namespace}: ${name}`).toEqual([]);
        }
      }
    });

    it.each(languages)('has the same marks within its texts in %s', (language) => {
      const marks = (message: string): string[] => (message.match(/<\/?\w+>/g) ?? []).sort();
      const there = messagesOf(read(language, namespace));
      expect(there.map(([, message]) => marks(message))).toEqual(
        english.map(([, message]) => marks(message)),
      );
    });
  });
});
