import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';
import { prerender } from './vite/prerender.ts';

// The company site: rendered pages and one small script. It is a build of its own, because it shares no code with the other hosts,
// whose chunks would bring React along. vite.config.ts runs it.
export default defineConfig({
  plugins: [tailwindcss(), prerender(), precompress()],
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2024',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { company: fileURLToPath(new URL('company.html', import.meta.url)) } },
  },
});
