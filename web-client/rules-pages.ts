import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { languageOf } from './languages.ts';
import type { Language } from './languages.ts';
import { inPlaceOf, readPage } from './src/pages/rules/markdown.ts';

/**
 * The rules pages are written in Markdown; the client gets them taken apart, each in its own language. Who asks for a page names
 * the English one: the others lie in folders beside it, and keep its addresses. A page that nobody has translated stays English.
 */
export function rulesPages(fixed?: Language): Plugin {
  return {
    name: 'rules-pages',
    transform: {
      filter: { id: /\/docs\/rules\/[\w-]+\.md$/ },
      handler(text, path) {
        const id = basename(path, '.md');
        const language = fixed ?? languageOf(this.environment.name);
        let page = readPage(id, text);
        const translation = join(dirname(path), language, basename(path));
        if (language !== 'en' && existsSync(translation)) {
          this.addWatchFile(translation);
          page = inPlaceOf(page, readPage(id, readFileSync(translation, 'utf8'), language));
        }
        return { code: `export default ${JSON.stringify(page)}`, map: null };
      },
    },
  };
}
