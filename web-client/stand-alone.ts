import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin } from 'vite';

const FOLDER = new URL('./src/verify/', import.meta.url);
const PAGE = 'verify-dice.html';

/**
 * Makes the page that checks dice: one file with its script and style in it, so that it works saved
 * to disk. A policy of its own admits these two by their hashes and nothing else, no network at all.
 */
export function standAlone(): Plugin {
  return {
    name: 'stand-alone-page',
    apply: 'build',
    async generateBundle() {
      const [page, style, script] = await Promise.all([
        readFile(new URL(PAGE, FOLDER), 'utf8'),
        readFile(new URL('verify-dice.css', FOLDER), 'utf8'),
        bundled(),
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
      this.emitFile({ type: 'asset', fileName: PAGE, source });
    },
  };
}

/** The script with all that it imports, readable as it is. */
async function bundled(): Promise<string> {
  const made = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
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
