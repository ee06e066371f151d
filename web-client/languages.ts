import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import MessageFormat from '@messageformat/core';
import compileModule from '@messageformat/core/compile-module.js';
import type { Plugin, UserConfig } from 'vite';

/** The languages that the client speaks, and the way each is written. */
export const LANGUAGES = { en: 'ltr', de: 'ltr', es: 'ltr', he: 'rtl' } as const;

export type Language = keyof typeof LANGUAGES;

/** A language file: ICU messages by their names, grouped where that reads better. */
interface Catalog {
  [name: string]: string | Catalog;
}

const FOLDER = fileURLToPath(new URL('./messages', import.meta.url));
const SCHEME = 'messages:';
const LESSONS = fileURLToPath(new URL('../docs/lessons', import.meta.url));

/** Makes one whole client for each language, one after the other, into one folder. What they have in common is there once. */
export function eachLanguage(): Pick<UserConfig, 'environments' | 'builder'> {
  const names = Object.keys(LANGUAGES);
  // The first finds what an earlier build has left, and clears it away.
  const build = (at: number): { emptyOutDir: boolean } => ({ emptyOutDir: at === 0 });
  return {
    environments: Object.fromEntries(
      names.map((name, at) => [name, { consumer: 'client', build: build(at) }]),
    ),
    builder: {
      async buildApp(builder) {
        for (const name of names) {
          const environment = builder.environments[name];
          if (environment) await builder.build(environment);
        }
      },
    },
  };
}

/**
 * The language files as modules: `import * as m from 'messages:table'` has a function for each message
 * of `messages/<language>/table.json`, compiled, so that a page carries the messages it shows, in one
 * language, and nothing that reads them. `messages:language` says which language it is, and `lessons:words`
 * has what the lessons say in it, each to be fetched when it is opened.
 */
export function languages(fixed?: Language): Plugin {
  return {
    name: 'languages',
    resolveId: {
      filter: { id: /^(messages|lessons):/ },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: /^\0(messages|lessons):/ },
      handler(id) {
        const language = fixed ?? languageOf(this.environment.name);
        if (id === '\0lessons:words') return lessonWords(language);
        const namespace = id.slice(`\0${SCHEME}`.length);
        if (namespace === 'language') {
          const direction = JSON.stringify(LANGUAGES[language]);
          return `export const language = ${JSON.stringify(language)}, direction = ${direction};`;
        }
        this.addWatchFile(pathOf(language, namespace));
        const catalog = read(language, namespace);
        // Plurals that the language has not, or lacks, are refused.
        const format = new MessageFormat(language, { strictPluralKeys: true });
        return named(compileModule(format, catalog as never), (code) => this.parse(code));
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return;
        const language = languageOf(this.environment.name);
        delete bundle['index.html'];
        const source = String(page.source).replace(
          'lang="en"',
          `lang="${language}" dir="${LANGUAGES[language]}"`,
        );
        this.emitFile({ type: 'asset', fileName: `index.${language}.html`, source });
      },
    },
  };
}

/**
 * Writes messages that take no values into the code that shows them: they become part of what Svelte
 * makes once, as text in a template, and cost a page neither a function nor an effect.
 */
export function plainMessages(fixed?: Language): Plugin {
  return {
    name: 'plain-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\.(svelte|ts)$/, code: /from 'messages:/ },
      handler(code) {
        const language = fixed ?? languageOf(this.environment.name);
        let written = code;
        for (const [, name, namespace] of code.matchAll(
          /import \* as (\w+) from 'messages:(\w+)'/g,
        )) {
          if (name === undefined || namespace === undefined) continue;
          this.addWatchFile(pathOf(language, namespace));
          const catalog = read(language, namespace);
          written = written.replace(
            new RegExp(`\\b${name}((?:\\.\\w+)+)\\(\\)`, 'g'),
            (call, path: string) => literal(catalog, path.slice(1).split('.')) ?? call,
          );
        }
        return written === code ? null : { code: written, map: null };
      },
    },
  };
}

/** A message as a string of the code, if it is the same whatever is given to it. */
function literal(catalog: Catalog, path: string[]): string | undefined {
  const message = path.reduce<Catalog | string | undefined>(
    (found, name) => (typeof found === 'object' ? found[name] : undefined),
    catalog,
  );
  // What has braces or doubled quotes is for the compiler of messages.
  if (typeof message !== 'string' || /[{}]|''/.test(message)) return undefined;
  const quoted = message.replace(/[\\'\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));
  return `'${quoted}'`;
}

function pathOf(language: Language, namespace: string): string {
  return `${FOLDER}/${language}/${namespace}.json`;
}

function read(language: Language, namespace: string): Catalog {
  return JSON.parse(readFileSync(pathOf(language, namespace), 'utf8')) as Catalog;
}

/** A build's language is the name of its environment; while one develops, `CYDONIA_LANGUAGE` says it. */
export function languageOf(environment: string): Language {
  const names = [environment, process.env.CYDONIA_LANGUAGE ?? ''];
  return names.find((name): name is Language => name in LANGUAGES) ?? 'en';
}

/** A module that fetches the words of each game's lesson. */
function lessonWords(language: Language): string {
  const folder = `${LESSONS}/${language}`;
  const games = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
  const fetched = games.map((game) => {
    const path = JSON.stringify(`${folder}/${game}.json`);
    return `${JSON.stringify(game)}: () => import(${path})`;
  });
  return `export const words = { ${fetched.join(', ')} };`;
}

type Parse = (code: string) => { body: unknown[] };
interface Span {
  start: number;
  end: number;
}
interface DefaultExport extends Span {
  type: string;
  declaration: { properties: { key: { name: string }; value: Span }[] };
}

/** A module whose default export is an object, with an export for each property: what nobody asks for falls away. */
function named(code: string, parse: Parse): string {
  const found = (parse(code).body as DefaultExport[]).find(
    ({ type }) => type === 'ExportDefaultDeclaration',
  );
  if (!found) throw new Error('a compiled language file exports nothing');
  const exports = found.declaration.properties.map(
    ({ key, value }, at) =>
      // Whatever a message is called, it is never taken for what it is made with.
      `const message${at} = ${code.slice(value.start, value.end)};\nexport { message${at} as ${key.name} };`,
  );
  return [code.slice(0, found.start), ...exports].join('\n');
}
