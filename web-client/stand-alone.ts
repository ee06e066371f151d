import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { LANGUAGES, languageOf, languages } from './languages.ts';
import type { Language } from './languages.ts';

const FOLDER = new URL('./src/verify/', import.meta.url);
const MESSAGES = new URL('./messages/', import.meta.url);
const PAGE = 'verify-dice';

/**
 * Makes the page that checks dice, in each language: one file with its script and style in it, so that it works saved
 * to disk. A policy of its own admits these two by their hashes and nothing else, no network at all.
 */
export function standAlone(): Plugin {
  return {
    name: 'stand-alone-page',
    apply: 'build',
    async generateBundle() {
      const language = languageOf(this.environment.name);
      const [page, style, script] = await Promise.all([
        worded(language),
        readFile(new URL(`${PAGE}.css`, FOLDER), 'utf8'),
        bundled(language),
      ]);
      const policy = [
        "default-src 'none'",
        `script-src '${hash(script)}'`,
        `style-src '${hash(style)}'`,
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      const parts: Record<string, string> = {
        policy: `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
        style: `<style>${style}</style>`,
        script: `<script>${script}</script>`,
      };
      const source = page.replace(/<!-- (\w+) -->/g, (mark, name: string) => parts[name] ?? mark);
      this.emitFile({ type: 'asset', fileName: `${PAGE}.${language}.html`, source });
    },
  };
}

/** The page with its words, which need no script. */
async function worded(language: Language): Promise<string> {
  const [page, messages] = await Promise.all([
    readFile(new URL(`${PAGE}.html`, FOLDER), 'utf8'),
    readFile(new URL(`${language}/verify.json`, MESSAGES), 'utf8'),
  ]);
  const words = JSON.parse(messages) as Record<string, string>;
  const known: Record<string, string> = { ...words, language, direction: LANGUAGES[language] };
  return page.replace(/\{(\w+)\}/g, (_, name: string) => {
    const word = known[name];
    if (word === undefined) throw new Error(`the page for checking dice has no word for ${name}`);
    return word;
  });
}

/** The script with all that it imports, readable as it is. */
async function bundled(language: Language): Promise<string> {
  const made = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    plugins: [languages(language)],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: fileURLToPath(new URL('main.ts', FOLDER)),
        output: { format: 'iife' },
      },
    },
  });
  const [output] = [made].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the page for checking dice has no script');
  return chunk.code;
}

function hash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
