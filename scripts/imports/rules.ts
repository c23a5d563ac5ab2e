import type { Rules } from './check-imports.ts';

// What may import what. docs/architecture.md shows the orders; imports.test.ts compares them.

const server = 'apps/server/src';
const features = `${server}/features`;
const web = 'apps/web/src';
const serverTests = [`${server}/**/*.test.ts`, `${server}/testing/**`];

/** The same patterns, taken out. */
const not = (...patterns: string[]): string[] => patterns.map((pattern) => `!${pattern}`);

/** Patterns for these packages and every path inside them. */
const packages = (...names: string[]): string[] => [`{${names.join(',')}}`, `{${names.join(',')}}/**`];
/** Only these files may import these packages. */
const only = (names: string[], places: string[], why: string) => ({
  from: ['**', ...not(...places).map((place) => place.replace(/^!!/, ''))],
  to: packages(...names),
  why,
});
const integrations = 'Outside services belong to server/src/integrations.';
/** What the company site may not load. */
const restOfTheProduct = [
  `${web}/features/{account,admin,auth,chat,live,memory,offline,prompts,updates}/**`,
  ...packages('@tanstack', '@trpc'),
];

export const rules: Rules = {
  bans: [
    // Outside packages, each in its place.
    only(
      ['openai'],
      [`${server}/integrations/**`, ...not(...serverTests), `${features}/completions/*.test.ts`],
      integrations,
    ),
    only(
      ['stripe'],
      [`${server}/integrations/**`, ...not(...serverTests), 'packages/payment-sandbox/src/**'],
      integrations,
    ),
    only(['googleapis'], [`${server}/integrations/**`, ...not(...serverTests)], integrations),
    only(
      ['openid-client', 'nodemailer', 'standardwebhooks'],
      [`${server}/integrations/**`, ...serverTests],
      integrations,
    ),
    {
      from: [
        '**',
        ...not('packages/payment-sandbox/**', `${server}/integrations/**`, 'apps/web/e2e/**', ...serverTests),
      ],
      to: ['packages/payment-sandbox/**'],
      why: 'The payment sandbox is an outside service, although it is ours: only integrations know it.',
    },
    only(['better-sqlite3'], ['packages/db/src/sqlite/**'], 'Only packages/db/src/sqlite opens SQLite.'),
    only(['pg'], ['packages/db/src/{postgres,testing}/**'], 'Only packages/db/src/postgres opens PostgreSQL.'),
    only(['lucia'], [`${features}/auth/session/session.ts`], 'Only features/auth/session/session.ts knows Lucia.'),
    only(
      ['ws'],
      [`${server}/processes/**`, `!${server}/processes/*.queries.ts`, ...serverTests],
      'Only processes/links.ts opens WebSockets.',
    ),
    only(
      ['@modelcontextprotocol'],
      [`${features}/mcp/mcp-handler.ts`, `${features}/mcp/**/*.test.ts`, `${server}/testing/mcp-server.ts`],
      'MCP belongs to features/mcp.',
    ),
    only(
      ['drizzle-orm'],
      [
        `${features}/**`,
        `!${features}/auth/**/cookies.ts`,
        `${server}/processes/*.queries.ts`,
        ...serverTests,
        'packages/db/**',
        'packages/payment-sandbox/src/{store,deliveries,sandbox.test}.ts',
        'scripts/**',
        'vitest/**',
        'apps/web/e2e/**',
      ],
      'Queries belong in verbs, *.queries.ts and packages/db.',
    ),
    // The server.
    {
      from: [`${features}/**`, `!${features}/auth/**/cookies.ts`, ...not(...serverTests)],
      to: [
        ...packages('hono', '@hono', '@trpc'),
        `${server}/{app,compose,services}.ts`,
        `${server}/{transports,middleware,pages,api}/**`,
      ],
      why: 'A verb knows no transport: api/*.api.ts joins it to its declaration, api/routes calls it and maps the answer.',
    },
    {
      from: [`${server}/{deps,base-context,background-work}.ts`, `${server}/processes/**`, ...not(...serverTests)],
      to: [`${features}/**`, `${server}/{compose,context,services}.ts`],
      why: 'compose.ts builds the features on the outside things and on processes, which know nothing of them.',
    },
    {
      from: [`${server}/integrations/**`, ...not(...serverTests)],
      to: [`${features}/**`],
      why: 'Integrations know nothing of features: take what you need as an argument.',
    },
    // The packages.
    {
      from: ['packages/contract/src/**', '!**/*.test.ts'],
      to: ['**', '!packages/contract/src/**', ...not(...packages('zod'))],
      why: 'The contract depends on zod alone.',
    },
    {
      from: ['packages/db/**'],
      to: ['{apps,packages}/**', '!packages/{db,contract}/**'],
      why: 'The database knows the contract alone.',
    },
    {
      from: ['packages/payment-sandbox/src/**'],
      to: ['{apps,packages}/**', '!packages/{payment-sandbox,db,contract}/**'],
      why: 'The payment sandbox knows the contract and the database alone: take what you need as an argument.',
    },
    {
      from: ['packages/files/**'],
      to: [
        '{apps,packages}/**',
        '!packages/files/**',
        '!packages/contract/src/text/**',
        ...packages('hono', '@hono', '@trpc'),
      ],
      why: 'This package knows files and nothing of Noek: take what you need as an argument.',
    },
    {
      from: ['packages/importers/src/**', '!**/*.test.ts'],
      to: ['{apps,packages}/**', '!packages/{importers,contract}/**', 'node:*', ...packages('hono', '@hono', '@trpc')],
      why: 'Importers run in a page and on the server: they know the contract alone.',
    },
    {
      from: ['packages/cli/src/**'],
      to: ['{apps,packages}/**', '!packages/{cli,client}/**'],
      why: 'The command reaches Noek through the typed client alone.',
    },
    // The web app and the client.
    {
      from: [`${web}/**`, 'apps/web/vite/**', 'packages/{client,cli}/src/**'],
      to: ['packages/db/**', 'apps/server/**', `!${server}/api/router.ts`],
      why: "Only the server, scripts and end-to-end tests know the database and the server's code.",
    },
    {
      from: [`${web}/**`, 'apps/web/vite/**', 'packages/client/src/**'],
      to: [`${server}/api/router.ts`],
      exceptName: 'AppRouter',
      why: 'The browser and the client know one thing of the server: the type AppRouter.',
    },
    {
      from: [`${web}/features/**`],
      to: [`${web}/routes/**`],
      why: 'A route passes to its feature what it read from the URL; features know no routes.',
    },
    {
      from: [`${web}/components/**`],
      to: ['packages/**', '!packages/contract/src/text/characters.ts', `${web}/{features,routes,api}/**`],
      why: 'Components know no word of the domain, except how characters are counted: pass it in.',
    },
    {
      from: [`${web}/features/company/**`],
      to: restOfTheProduct,
      why: 'The company site loads nothing of the chat and the other pages of the product.',
    },
    {
      from: [`${web}/features/company/browser/**`, `${web}/company.ts`],
      to: [...packages('react', 'react-dom', 'lucide-react'), `${web}/**/*.tsx`, ...restOfTheProduct],
      why: 'The script of the company site has no framework, and nothing of the rest of the product.',
    },
  ],
  orders: [
    {
      folder: server,
      rooms: [
        'start.ts',
        'main.ts',
        'system-context.ts',
        'app.ts',
        'compose.ts',
        'api',
        'pages',
        'transports',
        'middleware',
        'services.ts',
        'features',
        'context.ts',
        'base-context.ts',
        'worker.ts',
        'processes',
        'deps.ts',
        'integrations',
        'hosts',
        'documents',
        'sealed-text.ts',
        'settings',
        'service-list.ts',
        'metrics.ts',
        'log.ts',
        'source-positions.ts',
        'failures.ts',
        'read-cursor.ts',
        'background-work.ts',
        'text',
        'errors.ts',
        'ip-address.ts',
      ],
    },
    {
      folder: features,
      rooms: [
        'admin',
        'campaigns',
        'reports',
        'archive',
        'completions',
        'mcp',
        'projects',
        'chat',
        'files',
        'knowledge',
        'memory',
        'prompts',
        'subscription',
        'webhooks',
        'models',
        'auth',
        'webhook-outbox',
        'outbox',
        'figures',
      ],
    },
    {
      folder: `${features}/chat`,
      rooms: [
        '*.ts',
        'sharing',
        'search',
        'messages',
        'conversations',
        'answers',
        'tools',
        'prompt',
        'turns',
        'deletion',
        'live',
        'log',
        'allowance',
        'space',
        'records',
      ],
    },
    {
      folder: `${features}/auth`,
      rooms: [
        '*.ts',
        'proof',
        'google',
        'factor-reset',
        'apps',
        'passkeys',
        'sign-in',
        'email',
        'password',
        'company',
        'oidc',
        'sign-up',
        'second-factor',
        'security-change.ts',
        'cross-domain',
        'account',
        'tokens',
        'auth.mails.ts',
        'administrators',
        'session',
        'guest',
        'devices',
        'security.mails.ts',
        'account-dependents.ts',
        'security-events',
        'limits',
        'secrets',
        'auth.queries.ts',
      ],
    },
    { folder: `${features}/chat/answers`, rooms: ['*.ts', 'steps', 'running'] },
    { folder: web, rooms: ['*.ts', 'routes', 'features', 'api', 'components', 'service-worker'] },
    {
      folder: `${web}/features`,
      tests: true,
      rooms: [
        'admin',
        'account',
        'chat',
        'memory',
        'prompts',
        'company',
        'subscription',
        'auth',
        'live',
        'session',
        'offline',
        'updates',
      ],
    },
    {
      folder: 'packages/contract/src',
      rooms: [
        '*.ts',
        'admin',
        'webhooks',
        'reports',
        'archive',
        'campaigns',
        'company',
        'knowledge',
        'chat',
        'memory',
        'prompts',
        'auth',
        'subscription',
        'config',
        'projects',
        'files',
        'calls',
        'text',
      ],
    },
  ],
  arrowsUp: [],
  circlesLeft: {
    [`${web}/components`]: 7,
    [`${web}/features/chat`]: 35,
  },
};
