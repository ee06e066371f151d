import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';
import { languageOf, languages } from './languages.ts';
import type { Language } from './languages.ts';

const WORKER = fileURLToPath(new URL('./src/worker/worker.ts', import.meta.url));

/** Kept when the worker is installed, so that the first page is there without a line. All else is kept once it was used. */
const PAGES = ['/src/main.ts', '/src/pages/HomePage.svelte', '/src/lib/ui/OfflineNote.svelte'];

/**
 * Makes the service worker, in each language: one file beside the page, with the list of the files that make up the
 * shell. Its bytes change whenever one of these does, and that is how browsers learn of a new one.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_, bundle) {
      const files = shell(bundle);
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const language = languageOf(this.environment.name);
      const source = await bundled({ version, files }, language);
      this.emitFile({ type: 'asset', fileName: `service-worker.${language}.js`, source });
    },
  };
}

/** The scripts and styles of the first page, with all that they import at once. */
function shell(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    chunk.imports.forEach(add);
  };
  for (const page of PAGES) {
    const holds = (chunk: Rolldown.OutputChunk): boolean =>
      [chunk.facadeModuleId, ...chunk.moduleIds].some((id) => id?.endsWith(page));
    const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && holds(one));
    if (!chunk) throw new Error(`the service worker does not find ${page}`);
    add(chunk.fileName);
  }
  return [...found].sort();
}

async function bundled(
  shell: { version: string; files: string[] },
  language: Language,
): Promise<string> {
  const made = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'warn',
    publicDir: false,
    plugins: [languages(language)],
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: WORKER, output: { format: 'iife' } },
    },
  });
  const [output] = [made].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('the service worker has no script');
  return chunk.code;
}
