import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanStackRouterCodeSplitter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entryByHost } from './vite/entry-by-host.ts';
import { precompress } from './vite/precompress.ts';

const entries = ['chat', 'auth', 'company'] as const;

/**
 * One generator per entry, one code splitter for all. Three instances of the composed `tanstackRouter()` would each
 * rewrite every split module, because the splitter's filter does not ask whose route a module is.
 */
function fileRoutes() {
  type Context = NonNullable<Parameters<typeof tanstackRouterGenerator>[1]>;
  const contexts = entries.map((): Context => ({ routesByFile: new Map() }));
  const options = (entry: (typeof entries)[number]) => ({
    target: 'react' as const,
    routesDirectory: `src/routes/${entry}`,
    generatedRouteTree: `src/routes/${entry}.gen.ts`,
    tmpDir: `node_modules/.cache/router-${entry}`,
    routeFileIgnorePattern: '\\.test\\.tsx?$',
    addExtensions: true,
    semicolons: true,
    disableLogging: true,
  });
  return [
    entries.map((entry, at) => tanstackRouterGenerator(options(entry), contexts[at])),
    tanStackRouterCodeSplitter(options('chat'), {
      get routesByFile() {
        return new Map(contexts.flatMap((context) => [...context.routesByFile]));
      },
    }),
  ];
}

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const server = `http://127.0.0.1:${process.env.PORT || 5000}`;

export default defineConfig({
  plugins: [entryByHost(), fileRoutes(), react(), tailwindcss(), precompress()],
  resolve: {
    alias: [
      // Radix locks scrolling through a <style> element, which `style-src 'self'` refuses.
      { find: 'react-style-singleton', replacement: page('src/components/style-singleton.ts') },
    ],
  },
  server: {
    proxy: Object.fromEntries(['/api', '/dev', '/healthz'].map((path) => [path, { target: server, xfwd: true }])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    assetsDir: 'assets',
    // `font-src 'self'` allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { chat: page('index.html'), auth: page('auth.html'), company: page('company.html') },
    },
  },
});
