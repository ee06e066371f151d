import { expect, test } from 'vitest';

const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

const sources = import.meta.glob<string>(['./**/*.ts', './**/*.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** File by file, whatever it imports of our own, types and what is fetched later included. */
const graph = new Map(
  Object.entries(sources).map(([path, text]) => {
    const from = path.slice('./'.length);
    const found = [...text.matchAll(IMPORT)].map(([, to = '']) => resolved(to, from));
    return [from, found.map(fileOf).filter((file) => file !== undefined)];
  }),
);

/** The path that an import in a file means. */
function resolved(to: string, from: string): string {
  return new URL(to, `file:///${from}`).pathname.slice(1);
}

/** An import tells no `.ts`; of style sheets and data nothing is asked. */
function fileOf(path: string): string | undefined {
  return [path, `${path}.ts`].find((file) => `./${file}` in sources);
}

/** Tests and what they share; all else is on the page. */
function isProduction(file: string): boolean {
  return !file.startsWith('lib/testing/') && !file.endsWith('.test.ts');
}

/** The folder of a file; what lies in none of lib's stands for itself. */
function folderOf(file: string): string {
  const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')));
  return ['', 'lib'].includes(folder) ? file : folder;
}

/** What production code imports, as one part to another. */
function arrows(part: (file: string) => string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, imported] of graph) {
    if (!isProduction(file)) continue;
    const to = found.get(part(file)) ?? new Set();
    for (const one of imported) if (part(one) !== part(file)) to.add(part(one));
    found.set(part(file), to);
  }
  return found;
}

/** The parts from which imports lead back to themselves, each with those among what it imports. */
function circles(arrows: Map<string, Set<string>>): [string, string[]][] {
  const members = new Set([...arrows.keys()].filter((one) => reached(one, arrows).has(one)));
  return [...members].map((one) => [
    one,
    [...(arrows.get(one) ?? [])].filter((to) => members.has(to)),
  ]);
}

/** All that a part imports, by way of others too. */
function reached(start: string, arrows: Map<string, Set<string>>): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const to of arrows.get(one) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  }
  return found;
}

test('imports are found, in components too', () => {
  expect(graph.get('lib/board/PyramidIcon.svelte')).toEqual(['lib/board/PyramidShape.svelte']);
  expect(graph.get('lib/stores/session.svelte.ts')).toContain('lib/api/rest.ts');
  expect(graph.get('lib/announcer/announceTable.svelte.ts')).toContain(
    'lib/announcer/announcer.svelte.ts',
  );
  expect(graph.get('App.svelte')).toContain('pages.ts');
});

test('folders do not import one another in a circle', () => {
  expect(circles(arrows(folderOf))).toEqual([]);
});

test('files do not import one another in a circle', () => {
  expect(circles(arrows((file) => file))).toEqual([]);
});

test('no production code imports what stands in for it in tests', () => {
  const found = [...graph].flatMap(([file, imported]) =>
    isProduction(file) ? imported.filter((one) => !isProduction(one)).map((to) => [file, to]) : [],
  );
  expect(found).toEqual([]);
});
