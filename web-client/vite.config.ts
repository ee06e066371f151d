/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { eachLanguage, languages, plainMessages } from './languages.ts';
import { packing } from './packing.ts';
import { rulesPages } from './rules-pages.ts';
import { serviceWorker } from './service-worker.ts';
import { standAlone } from './stand-alone.ts';

/** A running server to develop against: `CYDONIA=http://127.0.0.1:8080 npm run dev`. */
const server = process.env.CYDONIA ?? 'http://127.0.0.1:8080';

export default defineConfig({
  // Tests draw pictures that stand alone: there the components bring their styles along.
  plugins: [
    rulesPages(),
    plainMessages(),
    languages(),
    svelte({ emitCss: !process.env.VITEST }),
    standAlone(),
    serviceWorker(),
    packing(),
  ],
  // The server may live under a sub-path: everything is found relative to the page's base.
  base: './',
  build: {
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    // The server's content policy allows neither inline scripts nor inline styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The shell is one file and what the first page has besides another: forty small ones pack far worse.
    rolldownOptions: {
      output: {
        // The shell knows every file by its name, and what is drawn at random does not pack: a few letters are enough of it.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          includeDependenciesRecursively: true,
          groups: [
            { name: 'index', test: /src\/main\.ts$/, priority: 2 },
            { name: 'home', test: /pages\/HomePage\.svelte$/, priority: 1 },
            // Pieces are part of every picture, players of every list.
            { name: 'pieces', test: /board\/PyramidShape\.svelte$/, priority: 0.9 },
            { name: 'rows', test: /lobby\/TableRow\.svelte$/, priority: 0.8 },
          ],
        },
      },
    },
  },
  ...eachLanguage(),
  server: {
    // The rules pages and the lessons lie beside the client.
    fs: { allow: ['.', '../docs/rules', '../docs/lessons'] },
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/lib/testing/refusals.ts'],
    // Pictures have the colours of the house.
    css: { include: /(app|themes)\.css/ },
    // Tests compare; only `npm run pictures` writes.
    update: 'none',
    diff: { expand: false, contextLines: 2 },
  },
});
