import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanStackRouterCodeSplitter, tanstackRouterGenerator } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { companySite } from './vite/company-site.ts';
import { compileHints } from './vite/compile-hints.ts';
import { packagesWithinPolicy } from './vite/content-security/packages-within-policy.ts';
import { entryBoundary } from './vite/entry-boundary.ts';
import { entryByHost, entryOf } from './vite/entry-by-host.ts';
import { precompress } from './vite/precompress.ts';
import { companyOnDevServer } from './vite/prerender.ts';
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

const pagePackages = packages(
  'react',
  'react-dom',
  'scheduler',
  'clsx',
  'use-sync-external-store',
  '@tanstack/(react-router|router-core|history|store|react-store)',
);
const apiPackages = packages('@tanstack/(query-core|react-query)', '@trpc/(client|react-query|server)');
const apiModules = /\/web\/src\/(api\/(?!upload-file)|features\/session\/)/;
const pageIcons =
  /\/lucide-react\/dist\/esm\/icons\/(x|sun|moon|check|circle-exclamation-point)\.m?js$|\/lucide-react\/dist\/esm\/(?!icons\/)/;
const pageModules =
  /\/web\/src\/(start\.tsx|components\/page\/fine-pointer\.ts|(api|components)\/base\/(?!notice).+|features\/session\/start\/[^/]+)$/;

/** Modules that forms need. */
const formModules =
  /\/node_modules\/react-hook-form\/|\/web\/src\/(components\/fields\/(field|focus-on-view-change|form-field|form-refusal|input|use-typed-values)|features\/auth\/forms\/(confirm-password-field|dev-inbox-link))\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(eye|eye-off)\.m?js$/;

/** Notices and messages about too long texts, which places without a form need, too. */
const noticeModules =
  /\/web\/src\/components\/(base\/notice|fields\/length-limit)\.tsx$|\/lucide-react\/dist\/esm\/icons\/info\.m?js$/;

/** The schemas that check what is typed, with zod. */
const schemaModules =
  /\/node_modules\/(zod|@hookform)\/|\/content-security\/zod\.ts$|\/contract\/src\/(chat\/answers|(auth|chat)\/schemas|text\/dates|subscription\/plans)\.ts$/;

/** Modules that several of the other screens need. */
const screenModules = /\/web\/src\/(components\/(?!base\/).+|features\/subscription\/plans\/[^/]+)\.tsx?$/;

/**
 * Modules that show a single message, because the first sent message appears before the message list has loaded. They include an icon
 * that the update banner needs, too, so that the banner does not load the whole list.
 */
const messageModules =
  /\/lucide-react\/dist\/esm\/icons\/refresh-cw\.m?js$|\/web\/src\/features\/chat\/(message\/[^/]+|thread\/messages\/waiting-message\.tsx|conversation\/first-send\.tsx)$/;

/** The message list, which no first page needs, in one chunk with the modules that only it needs. */
const threadModules =
  /\/node_modules\/virtua\/|\/lucide-react\/dist\/esm\/icons\/(copy|pencil|thumbs-up|thumbs-down|chevron-left|chevron-right)\.m?js$|\/web\/src\/features\/chat\/((thread|message)\/(?!dialogs\/).+|markdown\/answer-text\.tsx)$/;

/** The live stream, which loads as soon as there is something to follow. */
const liveModules = /\/web\/src\/features\/(live\/(live-connection|share-live)|chat\/live\/(?!use-live))/;

/** The packages that menus and dialogs need. */
const overlayPackages =
  /\/node_modules\/(@radix-ui\/(?!react-toast\/)|radix-ui|@floating-ui|aria-hidden|react-remove-scroll|react-remove-scroll-bar|use-callback-ref|use-sidecar)|\/content-security\/react-style-singleton\.ts$/;
/** Modules that the chat of a signed-in user shows immediately and that of a guest never shows. */
const signedInModules =
  /\/web\/src\/(components\/(dialogs\/(alert-dialog|dialog-classes|dropdown-menu)|fields\/(checkbox|textarea)|page\/when-idle|tabs|use-one-at-a-time)\.tsx?|features\/chat\/(actions|header\/signed-in|rename|search|sharing\/share|sidebar|sidebar\/list)\/[^/]+)$|\/lucide-react\/dist\/esm\/icons\/(archive|archive-arrow-up|ellipsis|link-2)\.m?js$/;

/** Code that every page needs, that every page with API calls needs, and so on: a few files instead of many small ones. */
const sharedChunks = [
  {
    name: 'page',
    test: (id: string) =>
      pagePackages.test(id) ||
      pageIcons.test(id) ||
      pageModules.test(id) ||
      apiPackages.test(id) ||
      apiModules.test(id) ||
      /rolldown\/runtime|vite\/preload-helper|\/contract\/src\/(\w+\/(limits|parameters)|text\/characters|chat\/(sending|texts|mode-commands)|memory\/texts)\.ts$/.test(
        id,
      ),
    priority: 5,
  },
  { name: 'notice', test: noticeModules, priority: 4 },
  { name: 'form', test: formModules, priority: 3 },
  { name: 'schemas', test: schemaModules, priority: 1 },
  { name: 'screens', test: screenModules, minShareCount: 2, priority: 0 },
  // A group includes what its modules import; code that the first page needs must not end up there.
  {
    name: 'first',
    tags: ['$initial' as const],
    test: /\/web\/src\/(chat\.tsx|routes\/chat|components\/dates\/|features\/((chat|live|offline|updates)\/|subscription\/upgrade-link))/,
    priority: 2,
  },
  { name: 'live', test: liveModules, priority: 1 },
  { name: 'message', test: messageModules, priority: 1 },
  { name: 'thread', test: threadModules, priority: 0 },
  { name: 'overlays', test: overlayPackages, priority: 1 },
  { name: 'signed-in', test: signedInModules, priority: 1 },
  { name: 'toast', test: /\/components\/toast-region\.tsx$/, priority: 1 },
];

/** Chunks whose code runs for the most part (more than about half of it) whenever a conversation opens. */
const openingChunks = ['page', 'first', 'open-local-cache', 'signed-in', 'thread', 'markdown', 'live'];

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const server = `http://127.0.0.1:${process.env.PORT || 5000}`;

export default defineConfig({
  plugins: [
    companyOnDevServer(server, (host) => entryOf(host) === '/company.html'),
    entryByHost(),
    fileRoutes(),
    react(),
    tailwindcss(),
    entryBoundary({ entry: 'auth', foreign: /\/web\/src\/features\/(?!auth\/|session\/).*\.tsx?$/ }),
    serviceWorker({ entry: '/web/src/chat.tsx', worker: 'service-worker' }),
    compileHints(openingChunks),
    staticShell(),
    precompress(),
    companySite(),
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
      ['/api', '/dev', '/healthz'].map((path) => [path, { target: server, changeOrigin: false }]),
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
