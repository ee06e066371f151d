/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** A running server to develop against: `CYDONIA=http://127.0.0.1:8080 npm run dev`. */
const server = process.env.CYDONIA ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  // The server may live under a sub-path: everything is found relative to the page's base.
  base: './',
  build: {
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    // The server's content policy allows neither inline scripts nor inline styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
  },
  server: {
    proxy: {
      '/api': server,
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
  },
});
