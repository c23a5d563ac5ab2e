import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanStackRouterCodeSplitter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { companySite } from './vite/company-site.ts';
import { compileHints } from './vite/compile-hints.ts';
import { packagesWithinPolicy } from './vite/content-security/packages-within-policy.ts';
import { entryBoundary } from './vite/entry-boundary.ts';
import { entryByHost, entryOf } from './vite/entry-by-host.ts';
import { foldCode, leaveOutSockets } from './vite/fold-code.ts';
import { packageCopy } from './vite/package-copy.ts';
import { pdfResources } from './vite/pdf-resources.ts';
import { precompress } from './vite/precompress.ts';
import { companyOnDevServer } from './vite/prerender.ts';
import { previewFrame } from './vite/preview-frame.ts';
import { serviceWorker } from './vite/service-worker.ts';
import { staticShell } from './vite/static-shell.ts';

const entries = ['chat', 'auth'] as const;
/** The routes with the first screens of chat and auth. */
const firstScreens = new Set(['__root__', '/_chat', '/_card']);

/**
 * One generator per entry, one code splitter for all. Two instances of the composed `tanstackRouter()` would each
 * rewrite every split module, because the splitter's filter ignores which router a module belongs to.
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
    // The first screen of an entry is part of the entry; a separate chunk would cost another round trip.
    codeSplittingOptions: {
      splitBehavior: ({ routeId }: { routeId: string }) => (firstScreens.has(routeId) ? [] : undefined),
    },
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

const packages = (...names: string[]) => new RegExp(`/node_modules/(${names.join('|')})/`);
/** The modules of folders of src, with those of their folders, or only those directly in them. */
const within = (...folders: string[]) => new RegExp(`/web/src/(${folders.join('|')})/`);
const directlyIn = (...folders: string[]) => new RegExp(`/web/src/(${folders.join('|')})/[^/]+$`);
const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * What several pages share is put into few files. A module goes into the first of these chunks that names it, or that needs it. `$initial`:
 * only what the first screen of a page needs.
 */
const sharedChunks = [
  // Every page needs these.
  {
    name: 'page',
    tags: ['$initial' as const],
    test: any(
      packages(
        'react',
        'react-dom',
        'scheduler',
        'clsx',
        'use-sync-external-store',
        '@tanstack',
        '@trpc',
        'lucide-react',
      ),
      within('api', 'components/(base|page)', 'features/session'),
      /\/web\/src\/start\.tsx$|\/contract\/src\/(\w+\/(limits|parameters|texts)|text|chat)|rolldown\/runtime|vite\/preload-helper/,
    ),
  },
  // The chat needs these before it shows anything.
  {
    name: 'first',
    tags: ['$initial' as const],
    test: any(
      within('routes/chat', 'components/dates', 'features/(chat|live|offline|updates|subscription)'),
      /\/web\/src\/chat\.tsx$/,
    ),
  },
  // The sign-in pages have forms and must not load the chat for them.
  { name: 'form', test: any(packages('react-hook-form'), within('components/forms')) },
  // The sign-in pages have tooltips and must not load the chat for them.
  {
    name: 'overlays',
    test: any(
      packages('radix-ui', '@radix-ui/(?!react-toast)[^/]+', '@floating-ui', 'aria-hidden', 'react-remove-scroll'),
      /\/content-security\/react-style-singleton\.ts$/,
    ),
  },
  // The schemas of the sign-in pages' forms need the limits of projects, and must not load the chat for them.
  { name: 'limits', test: /\/contract\/src\/\w+\/limits\.ts$/ },
  // The sidebar and the header of signed-in people are one request instead of thirty.
  {
    name: 'signed-in',
    test: directlyIn(
      ...[
        'account-menu',
        'actions',
        'header/signed-in',
        'rename',
        'search',
        'sharing/share',
        'sidebar',
        'sidebar/list',
        'signed-in',
        'temporary',
      ].map((name) => `features/chat/${name}`),
    ),
  },
  // The live stream and the list of messages need these, and neither must load the other.
  { name: 'answers', test: /\/chat\/streaming\/(answers|answer-buffer|stop-answer|written-documents)\.ts$/ },
  // The live stream comes after the sidebar, which must not wait for it.
  { name: 'live', test: within('features/live', 'features/chat/live') },
  // The box needs this before there is a list of messages.
  { name: 'pasted-parts', test: /\/drafts\/pasted-parts\.ts$/ },
  // The list of messages is one request instead of twenty-five. Few people compare answers.
  { name: 'thread', test: within('features/chat/thread(?!/messages/comparison)') },
  // What two or more of the other screens share saves a request or more for each.
  { name: 'screens', test: within('components', 'features/subscription/plans'), minShareCount: 2 },
];

/** Chunks whose code runs for the most part (more than about half of it) whenever a conversation opens. */
const openingChunks = ['page', 'first', 'open-local-cache', 'signed-in', 'thread', 'markdown', 'live'];

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The port of the server that `npm run dev` starts, which reads it from `.env`, too. */
const { PORT } = loadEnv('', page('../..'), 'PORT');
const server = `http://127.0.0.1:${PORT || 5000}`;

export default defineConfig({
  plugins: [
    companyOnDevServer(server, (host) => entryOf(host) === '/company.html'),
    entryByHost(),
    fileRoutes(),
    react(),
    tailwindcss(),
    entryBoundary({ entry: 'auth', foreign: /\/web\/src\/features\/(?!auth\/|session\/).*\.tsx?$/ }),
    serviceWorker({ entry: '/web/src/chat.tsx', worker: 'service-worker' }),
    leaveOutSockets(),
    foldCode(['page', 'first', 'auth']),
    compileHints(openingChunks),
    staticShell(),
    pdfResources(),
    packageCopy({ importer: '/web/src/api/links/read-streams.ts', name: '@trpc/client' }),
    precompress(),
    companySite(),
    previewFrame(),
  ],
  resolve: {
    alias: [
      ...packagesWithinPolicy,
      // This shim is for older versions of React.
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  server: {
    // The server chooses by the Host header, so it must get the one that the browser sent.
    proxy: Object.fromEntries(
      ['/api', '/dev', '/healthz', '/.well-known', '^/oauth/(token|revoke|device_authorization)$'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
  // The worker that colours code fetches its grammars one by one.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    assetsDir: 'assets',
    // `font-src 'self'` allows no data: addresses.
    assetsInlineLimit: 0,
    // Every browser that runs this target knows modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: sharedChunks },
        // The service worker must have the same address in every build.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
      input: {
        chat: page('index.html'),
        auth: page('auth.html'),
        'service-worker': page('src/service-worker/service-worker.ts'),
      },
    },
  },
});
