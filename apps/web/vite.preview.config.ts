import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';
import { framePage, python, pythonFolder } from './vite/preview-frame.ts';

const source = (name: string) => fileURLToPath(new URL(`src/preview-frame/${name}`, import.meta.url));

// The page in which documents run, and what it loads for some kinds of them. It is a build of its own, because it has an origin of its own
// and shares nothing with the chat. vite.config.ts runs it.
export default defineConfig({
  base: '/preview/',
  plugins: [python(), framePage(), precompress()],
  publicDir: false,
  define: { __PYTHON__: JSON.stringify(`/preview/${pythonFolder}/`) },
  worker: { format: 'iife' },
  build: {
    outDir: 'dist/preview',
    emptyOutDir: true,
    target: 'es2024',
    assetsDir: '.',
    modulePreload: false,
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      input: {
        frame: source('frame.ts'),
        draw: source('draw.ts'),
        'show-component': source('show-component.tsx'),
      },
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
});
