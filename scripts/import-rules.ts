import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readArguments } from './arguments.ts';

// Biome applies only the last override that matches a file, so each folder's override must repeat the general rules. They are
// therefore generated from this table. After a change, run: node scripts/import-rules.ts

type Ban = { group: string[]; message: string; importNamePattern?: string; invertImportNamePattern?: boolean };
type Rule = { includes: string[]; bans: Ban[] };

/** The payment sandbox is a service, too, although it is ours. */
const services = [
  'openai',
  'openid-client',
  'stripe',
  '@noek/payment-sandbox',
  'nodemailer',
  'googleapis',
  'better-sqlite3',
  'pg',
  'lucia',
  'ws',
  '@modelcontextprotocol',
  'standardwebhooks',
];

const servicesExcept = (...allowed: string[]): Ban => ({
  group: packages(...services.filter((service) => !allowed.includes(service))),
  message:
    'Outside services belong to server/src/integrations, database drivers to their folders in packages/db, lucia to features/auth/session/session.ts, ws to processes/links.ts, MCP to features/mcp.',
});
const outsideServices = servicesExcept();
const queries: Ban = {
  group: ['drizzle-orm', 'drizzle-orm/**'],
  message: 'Queries belong in verbs, *.queries.ts and packages/db.',
};
const processesKnowNoFeature: Ban = {
  group: ['**/features/**', '**/{compose,context}.ts'],
  message: 'Features say what processes tell each other.',
};
const transport: Ban = {
  group: [
    ...packages('hono', '@hono', '@trpc'),
    '**/{app,compose,services}.ts',
    '**/{transports,middleware,pages}/**',
    '**/api/**',
  ],
  message:
    'A verb knows no transport: api/*.api.ts joins it to its declaration, api/routes calls it and maps the answer.',
};
const serverCode: Ban = {
  group: ['drizzle-orm', 'drizzle-orm/**', '@noek/db', '@noek/db/**', '**/apps/server/**', '**/server/src/**'],
  message: "Only the server, scripts and end-to-end tests know the database and the server's code.",
};
const aboveDatabase: Ban = {
  group: ['@noek/server/**', '@noek/client', '@noek/web/**', '**/apps/**'],
  message: 'The database knows the contract alone.',
};
const restOfNoek: Ban = {
  group: [
    '@noek/server',
    '@noek/server/**',
    '@noek/client',
    '@noek/client/**',
    '@noek/web',
    '@noek/web/**',
    '**/apps/**',
  ],
  message: 'The payment sandbox knows the contract and the database alone: take what you need as an argument.',
};
const whatIsNoFile: Ban = {
  group: ['@noek/**', '!@noek/contract/text/*', '**/apps/**', ...packages('drizzle-orm', 'hono', '@hono', '@trpc')],
  message: 'This package knows files and nothing of Noek: take what you need as an argument.',
};
const importersRunEverywhere: Ban = {
  group: [
    '@noek/**',
    '!@noek/contract/**',
    '**/apps/**',
    'node:*',
    ...packages('drizzle-orm', 'hono', '@hono', '@trpc'),
  ],
  message: 'Importers run in a page and on the server: they know the contract alone.',
};
const routerExceptItsType: Ban = {
  group: ['@noek/server/router'],
  importNamePattern: 'AppRouter',
  invertImportNamePattern: true,
  message: 'The browser and the client know one thing of the server: the type AppRouter.',
};

const clientAlone: Ban = {
  group: ['@noek/**', '!@noek/client'],
  message: 'The command reaches Noek through the typed client alone.',
};

/** Each feature of the server may call only those to its right. */
const features = [
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
];

/** Each feature of the web app may import only from those to its right. A new folder must be added here. */
export const webFeatures = [
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
];

/** What a feature may not import: the folders of all that come before it in the order. */
const leftOf = (feature: string, order: readonly string[], message: string): Ban[] => {
  const others = order.slice(0, order.indexOf(feature));
  // The contract's folders have the same names, and every feature may import them.
  return others.length > 0 ? [{ group: [...others.map((other) => `**/${other}/**`), '!@noek/**'], message }] : [];
};

/** The folders of chat. Each may import only those to its right, and none imports what joins them: the files beside the folders. */
const chatFolders = [
  'sharing',
  'search',
  'messages',
  'conversations',
  'answers',
  'answers/steps',
  'answers/running',
  'tools',
  'prompt',
  'turns',
  'deletion',
  'live',
  'log',
  'allowance',
  'space',
  'records',
];

const leftInChat = (folder: string): Ban => ({
  group: [
    ...chatFolders.slice(0, chatFolders.indexOf(folder)).map((other) => `**/${other.split('/').at(-1)}/**`),
    '../*.ts',
    '../../*.ts',
    '!@noek/**',
  ],
  message: `The folders of chat import to the right only: ${chatFolders.join(' → ')}.`,
});
const leftOnServer = (feature: string): Ban[] =>
  leftOf(
    feature,
    features,
    ['webhook-outbox', 'outbox', 'figures'].includes(feature)
      ? 'Every feature may enqueue mail and events, and add to the figures; these call none of them.'
      : 'Features call to the right only: admin → campaigns → reports → archive → completions → mcp → chat → knowledge → memory → prompts → subscription → webhooks → models → auth.',
  );
const leftInWeb = (feature: string): Ban[] =>
  leftOf(feature, webFeatures, `Features import to the right only: ${webFeatures.join(' → ')}.`);

const featuresKnowNoRoutes: Ban = {
  group: ['**/routes/**'],
  message: 'A route passes to its feature what it read from the URL; features know no routes.',
};
/** The company site shows the plans and knows who is signed in. Nothing else of the product belongs on its pages. */
const restOfTheProduct: Ban = {
  group: [
    '**/features/{account,admin,auth,chat,live,memory,offline,prompts,updates}/**',
    '../**/{account,admin,auth,chat,live,memory,offline,prompts,updates}/**',
    ...packages('@tanstack', '@trpc'),
  ],
  message: 'The company site loads nothing of the chat and the other pages of the product.',
};
const framework: Ban = {
  group: [...packages('react', 'react-dom', 'lucide-react'), '**/*.tsx'],
  message: 'The script of the company site has no framework: its pages are rendered when the web app is built.',
};

const bansInWeb = (feature: string): Ban[] => [
  outsideServices,
  serverCode,
  routerExceptItsType,
  featuresKnowNoRoutes,
  ...leftInWeb(feature),
  ...(feature === 'company' ? [restOfTheProduct] : []),
];

const server = 'apps/server/src';
const rules: Rule[] = [
  { includes: ['**'], bans: [outsideServices] },
  { includes: [`${server}/**`], bans: [outsideServices, queries] },
  {
    includes: [`${server}/{deps,base-context,background-work}.ts`],
    bans: [
      outsideServices,
      queries,
      {
        group: ['**/features/**', '**/{compose,context,services}.ts'],
        message: 'compose.ts builds the features on the outside things, which know nothing of them.',
      },
    ],
  },
  {
    includes: [`${server}/integrations/**`],
    bans: [
      servicesExcept(
        'openai',
        'openid-client',
        'stripe',
        '@noek/payment-sandbox',
        'nodemailer',
        'googleapis',
        'standardwebhooks',
      ),
      queries,
      {
        group: ['**/features/**'],
        message: 'Integrations know nothing of features: take what you need as an argument.',
      },
    ],
  },
  { includes: [`${server}/processes/**`], bans: [servicesExcept('ws'), queries, processesKnowNoFeature] },
  { includes: [`${server}/processes/*.queries.ts`], bans: [outsideServices, processesKnowNoFeature] },
  ...features.map((feature) => ({
    includes: [`${server}/features/${feature}/**`],
    bans: [outsideServices, transport, ...leftOnServer(feature)],
  })),
  ...chatFolders.map((folder) => ({
    includes: [`${server}/features/chat/${folder}/**`],
    bans: [outsideServices, transport, ...leftOnServer('chat'), leftInChat(folder)],
  })),
  {
    includes: [`${server}/features/mcp/mcp-handler.ts`],
    bans: [servicesExcept('@modelcontextprotocol'), transport, ...leftOnServer('mcp')],
  },
  // Auth decides what cookies contain; the transport writes them.
  { includes: [`${server}/features/auth/**/cookies.ts`], bans: [outsideServices, queries, ...leftOnServer('auth')] },
  {
    includes: [`${server}/features/auth/session/session.ts`],
    bans: [servicesExcept('lucia'), transport, ...leftOnServer('auth')],
  },
  {
    includes: [`${server}/**/*.test.ts`, `${server}/testing/**`],
    bans: [servicesExcept('nodemailer', '@noek/payment-sandbox', 'ws', 'standardwebhooks', 'openid-client')],
  },
  // Its own client checks the protocol that we copy.
  { includes: [`${server}/features/completions/*.test.ts`], bans: [servicesExcept('openai')] },
  {
    includes: [`${server}/features/mcp/**/*.test.ts`, `${server}/testing/mcp-server.ts`],
    bans: [servicesExcept('@modelcontextprotocol')],
  },
  {
    includes: ['apps/web/src/**', 'apps/web/vite/**'],
    bans: [outsideServices, serverCode, routerExceptItsType],
  },
  ...webFeatures.map((feature) => ({ includes: [`apps/web/src/features/${feature}/**`], bans: bansInWeb(feature) })),
  {
    includes: ['apps/web/src/features/company/browser/**', 'apps/web/src/company.ts'],
    bans: [...bansInWeb('company'), framework],
  },
  {
    includes: ['apps/web/src/components/**'],
    bans: [
      outsideServices,
      serverCode,
      {
        group: ['@noek/**', '!@noek/contract/text/characters', '**/features/**', '**/routes/**', '**/api/**'],
        message: 'Components know no word of the domain, except how characters are counted: pass it in.',
      },
    ],
  },
  { includes: ['packages/client/src/**'], bans: [outsideServices, serverCode, routerExceptItsType] },
  { includes: ['packages/cli/src/**'], bans: [outsideServices, serverCode, clientAlone] },
  {
    includes: ['packages/contract/src/**', '!**/*.test.ts'],
    bans: [
      { group: ['**', '!zod', '!zod/**', '!./*.ts', '!../*/*.ts'], message: 'The contract depends on zod alone.' },
    ],
  },
  { includes: ['packages/payment-sandbox/src/**'], bans: [servicesExcept('stripe'), queries, restOfNoek] },
  // The sandbox is a service with tables of its own.
  {
    includes: ['packages/payment-sandbox/src/{store,deliveries,sandbox.test}.ts'],
    bans: [servicesExcept('stripe'), restOfNoek],
  },
  { includes: ['packages/files/**'], bans: [outsideServices, whatIsNoFile] },
  { includes: ['packages/importers/src/**', '!**/*.test.ts'], bans: [outsideServices, importersRunEverywhere] },
  { includes: ['packages/db/**'], bans: [outsideServices, aboveDatabase] },
  { includes: ['packages/db/src/sqlite/**'], bans: [servicesExcept('better-sqlite3'), aboveDatabase] },
  { includes: ['packages/db/src/{postgres,testing}/**'], bans: [servicesExcept('pg'), aboveDatabase] },
];

/** Patterns for these packages and every path inside them. */
function packages(...names: string[]): string[] {
  const any = `{${names.join(',')}}`;
  return [any, `${any}/**`];
}

/** The text of `biome.imports.json`, which biome.json extends, with one override per line of the table. */
export function importRules(): string {
  const overrides = rules.map(({ includes, bans }) => ({
    includes,
    linter: {
      rules: { style: { noRestrictedImports: { level: 'error', options: { patterns: bans } } } },
    },
  }));
  return `${JSON.stringify({ overrides }, null, 2)}\n`;
}

export const importRulesFile = fileURLToPath(new URL('../biome.imports.json', import.meta.url));

if (import.meta.main) {
  readArguments(
    `usage: node scripts/import-rules.ts

Writes biome.imports.json from the table in this file, which says what may import what.`,
    {},
  );
  writeFileSync(importRulesFile, importRules());
}
