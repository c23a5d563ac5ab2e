import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { findings, roomsOutsideOrders } from './check-imports.ts';
import { type Import, importPattern, importsOf, readCode, readWorkspaces, scan } from './read-imports.ts';
import { rules } from './rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const workspaces = readWorkspaces(root);
const files = readCode(root);
const imports = importsOf(files, workspaces);

test('every import follows the rules', () => {
  expect(findings(imports, rules)).toEqual([]);
});

test('every room has a place in the order of its folder', () => {
  expect(roomsOutsideOrders(files.keys(), rules.orders)).toEqual([]);
});

test('the architecture shows each order', () => {
  const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replaceAll(/\s+/g, ' ');
  for (const { rooms } of rules.orders) expect(architecture).toContain(rooms.join(' → '));
});

test('at most five imports go against an order, each with a reason', () => {
  expect(rules.arrowsUp.length).toBeLessThanOrEqual(5);
  const isPresent = ({ from, to }: { from: string; to: string }) =>
    imports.some((one) => one.from === from && one.to === to);
  expect(rules.arrowsUp.filter((up) => !isPresent(up) || up.why === '')).toEqual([]);
});

const verb = 'apps/server/src/features/subscription/start.ts';
const adapter = 'apps/server/src/api/memory.api.ts';
const authVerb = 'apps/server/src/features/auth/sign-up.ts';
const session = 'apps/server/src/features/auth/session/session.ts';
const integration = 'apps/server/src/integrations/llm/openai.ts';
const sandbox = 'packages/payment-sandbox/src/api.ts';
const fileReader = 'packages/files/src/reading/read-file.ts';
const component = 'apps/web/src/components/button.tsx';
const screen = 'apps/web/src/features/chat/chat-screen.tsx';
const route = 'apps/web/src/routes/index.tsx';
const companyScreen = 'apps/web/src/features/company/home/home-screen.tsx';
const companyScript = 'apps/web/src/features/company/browser/person.ts';

// Imports that must be refused; see "Import rules" in docs/architecture.md.
const refused: [file: string, statement: string][] = [
  [authVerb, "import '../chat/send-message.ts'"],
  [authVerb, "import type { X } from '../subscription/plans.ts'"],
  [authVerb, "import '../admin/deep/list-users.ts'"],
  [authVerb, "import '../../features/memory/save.ts'"],
  [verb, "import '../memory/save.ts'"],
  [verb, "import '../chat/send-message.ts'"],
  ['apps/server/src/features/memory/save.ts', "import '../chat/send-message.ts'"],
  ['apps/server/src/features/memory/save.ts', "import 'hono'"],
  ['apps/server/src/api/memory.api.ts', "import 'drizzle-orm'"],
  ['apps/server/src/features/chat/messages/send-message.ts', "import '../../admin/list-users.ts'"],
  ...[
    ['records/owner.ts', '../log/log.queries.ts'],
    ['allowance/allowance.ts', '../turns/turn.ts'],
    ['log/log.queries.ts', '../live/live.ts'],
    ['live/follow-live.ts', '../answers/generations.ts'],
    ['live/follow-live.ts', '../chat-of-account.ts'],
    ['turns/turn.ts', '../answers/running/chosen-model.ts'],
    ['prompt/prompt.ts', '../tools/tool.ts'],
    ['tools/tool.ts', '../answers/steps/answer-in-steps.ts'],
    ['answers/running/answer-log.ts', '../steps/tool-results.ts'],
    ['answers/running/answer-log.ts', '../generations.ts'],
    ['answers/running/answer-log.ts', '../../messages/send-message.ts'],
    ['answers/steps/tool-results.ts', '../../chat-of-account.ts'],
    ['answers/generations.ts', '../messages/send-message.ts'],
    ['conversations/trash.ts', '../messages/send-message.ts'],
    ['messages/send-message.ts', '../sharing/read-shared.ts'],
  ].map(([file, other]): [string, string] => [`apps/server/src/features/chat/${file}`, `import '${other}'`]),
  [verb, "import 'hono'"],
  [verb, "import type { Context } from 'hono'"],
  [verb, "import 'hono/cookie'"],
  [verb, "import '@hono/node-server'"],
  [verb, "import '@trpc/server'"],
  [verb, "import '../../transports/trpc.ts'"],
  [verb, "import '../../api/subscription.api.ts'"],
  [verb, "import '../../api/routes/oauth.routes.ts'"],
  [verb, "import '../../pages/plain-page.ts'"],
  [verb, "import '../../compose.ts'"],
  [verb, "await import('hono')"],
  [verb, "export { Hono } from 'hono'"],
  ['apps/server/src/features/chat/records/chat.queries.ts', "import 'hono'"],
  [adapter, "import 'drizzle-orm'"],
  ['apps/server/src/api/routes/oauth.routes.ts', "import 'drizzle-orm'"],
  ['apps/server/src/api/chat.api.ts', "import 'drizzle-orm/sql'"],
  ['apps/server/src/app.ts', "import 'drizzle-orm'"],
  ['apps/server/src/deps.ts', "import { createLive } from './features/chat/live/live.ts'"],
  ['apps/server/src/deps.ts', "import type { Ctx } from './context.ts'"],
  ['apps/server/src/deps.ts', "import 'drizzle-orm'"],
  ['apps/server/src/base-context.ts', "import type { Live } from './features/chat/live/live.ts'"],
  ['apps/server/src/middleware/session-cookie.ts', "import 'drizzle-orm'"],
  ...['openai', 'openid-client', 'stripe', 'nodemailer', 'googleapis/build/src/apis/docs/index.js'].flatMap((service) =>
    [verb, adapter, session, 'apps/server/src/deps.ts', screen, 'scripts/seed.ts', 'packages/db/src/open.ts'].map(
      (file): [string, string] => [file, `import '${service}'`],
    ),
  ),
  ...['better-sqlite3', 'pg'].flatMap((driver) =>
    [verb, adapter, session, integration, sandbox, screen, 'scripts/seed.ts', 'packages/client/src/client.ts'].map(
      (file): [string, string] => [file, `import '${driver}'`],
    ),
  ),
  ...[
    verb,
    authVerb,
    adapter,
    integration,
    'apps/server/src/deps.ts',
    'scripts/seed.ts',
    'packages/db/src/open.ts',
  ].map((file): [string, string] => [file, "import 'lucia'"]),
  [integration, "import '../../features/chat/messages/send-message.ts'"],
  [integration, "import type { X } from '../../features/chat/messages/send-message.ts'"],
  [integration, "import 'drizzle-orm'"],
  ...[verb, adapter, session, 'apps/server/src/deps.ts', screen, 'packages/db/src/open.ts'].map(
    (file): [string, string] => [file, "import '@noek/payment-sandbox/create-sandbox'"],
  ),
  [verb, "import type { PaymentSandbox } from '@noek/payment-sandbox/sandbox'"],
  [sandbox, "import '../../../apps/server/src/settings/config.ts'"],
  [sandbox, "import type { AppRouter } from '@noek/server/router'"],
  [sandbox, "import '@noek/client'"],
  [sandbox, "import 'drizzle-orm'"],
  [sandbox, "import 'nodemailer'"],
  ['packages/payment-sandbox/src/store.ts', "import '@noek/server/router'"],
  ...[
    "import '../../../../apps/server/src/settings/config.ts'",
    "import type { AppRouter } from '@noek/server/router'",
    "import '@noek/db/database'",
    "import '@noek/contract/chat/schemas'",
    "import 'drizzle-orm'",
    "import 'hono'",
  ].map((statement): [string, string] => [fileReader, statement]),
  ['packages/contract/src/chat/schemas.ts', "import '@noek/db/database'"],
  ['packages/contract/src/chat/schemas.ts', "import 'node:crypto'"],
  ['packages/contract/src/chat/schemas.ts', "import 'drizzle-orm'"],
  ...['open.ts', 'sqlite/open-sqlite.ts', 'postgres/open-postgres.ts'].map((file): [string, string] => [
    `packages/db/src/${file}`,
    "import type { AppRouter } from '@noek/server/router'",
  ]),
  ['packages/db/src/open.ts', "import 'pg'"],
  ['packages/db/src/sqlite/open-sqlite.ts', "import 'pg'"],
  ['packages/db/src/postgres/open-postgres.ts', "import 'better-sqlite3'"],
  ['packages/cli/src/run.ts', "import '@noek/contract/chat/limits'"],
  ...[screen, route, 'packages/client/src/client.ts', 'packages/cli/src/run.ts'].flatMap((file): [string, string][] => [
    [file, "import '@noek/db/open'"],
    [file, "import 'drizzle-orm'"],
    [file, "import { appRouter } from '@noek/server/router'"],
    [file, "import * as router from '@noek/server/router'"],
    [file, "import '@noek/server/router'"],
    [file, `import '${posix.relative(posix.dirname(file), 'apps/server/src/settings/config.ts')}'`],
  ]),
  [component, "import '../features/chat/chat-screen.tsx'"],
  [component, "import '../routes/index.tsx'"],
  [component, "import '../api/trpc.ts'"],
  [component, "import '@noek/contract/chat/schemas'"],
  [screen, "import '../../routes/index.tsx'"],
  // One case per step of the order of the web app's features.
  ['apps/web/src/features/account/account-screen.tsx', "import '../admin/admin-frame.tsx'"],
  [screen, "import '../admin/admin-frame.tsx'"],
  [screen, "import '../account/texts.ts'"],
  ['apps/web/src/features/chat/header/signed-in/menus.tsx', "import '../../../admin/admin-pages.ts'"],
  ...[
    ['sidebar/sidebar.tsx', '../search/search-code.ts'],
    ['thread/thread.tsx', '../conversation/load-thread.ts'],
    ['composer/message-box.tsx', '../signed-in-code.ts'],
    ['dialogs/rename-dialog.tsx', '../sidebar/texts.ts'],
    ['session/session.ts', '../chat-session-provider.tsx'],
    ['send/sending.ts', '../session/session.ts'],
    ['outbox/outbox.ts', '../send/drain.ts'],
    ['cache/chat-cache.ts', '../local-cache/storage.ts'],
    ['texts.ts', './message/texts.ts'],
  ].map(([file, other]): [string, string] => [`apps/web/src/features/chat/${file}`, `import '${other}'`]),
  ['apps/web/src/features/memory/memory-row.tsx', "import '../chat/message/plain-text.tsx'"],
  ['apps/web/src/features/company/when.tsx', "import '../memory/texts.ts'"],
  ['apps/web/src/features/subscription/plan-card.tsx', "import '../company/when.tsx'"],
  ['apps/web/src/features/subscription/testing/server.ts', "import '../../chat/testing/listed.ts'"],
  ['apps/web/src/features/auth/outcome.tsx', "import '../subscription/texts.ts'"],
  ['apps/web/src/features/live/live-connection.ts', "import '../auth/texts.ts'"],
  ['apps/web/src/features/live/account-events.test.ts', "import type { X } from '../chat/testing/listed.ts'"],
  ['apps/web/src/features/session/start/stored-user.ts', "import '../../live/account-events.ts'"],
  ['apps/web/src/features/offline/texts.ts', "import '../session/texts.ts'"],
  ['apps/web/src/features/updates/version-watch.ts', "import '../offline/texts.ts'"],
  ['apps/web/src/features/updates/version-watch.ts', "await import('../chat/texts.ts')"],
  [companyScreen, "import '../../chat/chat-screen.tsx'"],
  [companyScreen, "import '../../../features/memory/memories-screen.tsx'"],
  [companyScreen, "import '@tanstack/react-query'"],
  [companyScreen, "import '../../../routes/company/render-page.tsx'"],
  [companyScript, "import 'react'"],
  [companyScript, "import 'react-dom/client'"],
  [companyScript, "import '../../../components/base/button.tsx'"],
  [companyScript, "import '../../chat/outbox/outbox.ts'"],
  ['apps/web/src/company.ts', "import './features/chat/start.ts'"],
];

// Imports that must be allowed.
const allowed: [file: string, statement: string][] = [
  ['apps/server/src/features/admin/list-users.ts', "import '../auth/change-level.ts'"],
  ['apps/server/src/features/chat/messages/send-message.ts', "import '../../memory/save.ts'"],
  ...[
    ['messages/send-message.ts', '../answers/running/answer-options.ts'],
    ['messages/send-message.ts', '../records/chat.queries.ts'],
    ['messages/send-message.test.ts', '../sharing/read-shared.ts'],
    ['answers/generations.ts', './running/running-answer.ts'],
    ['answers/steps/tool-results.ts', '../running/running-answer.ts'],
    ['answers/running/answer-log.ts', '../../log/log.queries.ts'],
    ['live/follow-live.ts', './event-queue.ts'],
    ['live/follow-live.ts', '../../../errors.ts'],
    ['chat-of-account.ts', './deletion/empty-conversations.ts'],
  ].map(([file, other]): [string, string] => [`apps/server/src/features/chat/${file}`, `import '${other}'`]),
  ['apps/server/src/features/memory/save.ts', "import '../auth/session.ts'"],
  ['apps/server/src/api/memory.api.ts', "import 'hono'"],
  [authVerb, "import '@noek/contract/chat/schemas'"],
  [authVerb, "import './session.ts'"],
  [verb, "import 'drizzle-orm'"],
  [verb, "import '../../errors.ts'"],
  [adapter, "import '../transports/trpc.ts'"],
  ['apps/server/src/api/routes/oauth.routes.ts', "import 'hono'"],
  ['apps/server/src/api/chat.api.ts', "import 'hono'"],
  ['apps/server/src/features/chat/chat.transport.test.ts', "import '../../app.ts'"],
  ['apps/server/src/features/auth/sign-up.test.ts', "import 'drizzle-orm'"],
  ['apps/server/src/deps.ts', "import './integrations/llm/create-llm.ts'"],
  ['apps/server/src/compose.ts', "import './features/chat/live/live.ts'"],
  [session, "import 'lucia'"],
  [session, "import 'drizzle-orm'"],
  [integration, "import 'openai'"],
  [integration, "import '../../config.ts'"],
  [integration, "import '@noek/payment-sandbox/create-sandbox'"],
  ['apps/server/src/features/subscription/start.test.ts', "import '@noek/payment-sandbox/testing/start-stand-in'"],
  [sandbox, "import type Stripe from 'stripe'"],
  [sandbox, "import '@noek/db/database'"],
  [sandbox, "import '@noek/contract/subscription/card-number'"],
  ['packages/payment-sandbox/src/store.ts', "import 'drizzle-orm'"],
  ['packages/payment-sandbox/src/sandbox.test.ts', "import '@noek/db/testing/engines'"],
  [fileReader, "import 'piscina'"],
  [fileReader, "import '@noek/contract/text/folded-words'"],
  ['packages/db/src/sqlite/open-sqlite.ts', "import 'better-sqlite3'"],
  ['packages/db/src/postgres/open-postgres.ts', "import 'pg'"],
  ['packages/db/src/postgres/open-postgres.ts', "import 'drizzle-orm/node-postgres'"],
  ['packages/contract/src/chat/schemas.ts', "import 'zod'"],
  ['packages/contract/src/chat/schemas.ts', "import '../text/dates.ts'"],
  ...[screen, 'apps/web/src/api/trpc.ts', 'packages/client/src/client.ts'].flatMap((file): [string, string][] => [
    [file, "import type { AppRouter } from '@noek/server/router'"],
    [file, "import '@noek/contract/chat/schemas'"],
  ]),
  [route, "import '../features/chat/chat-screen.tsx'"],
  [screen, "import '../../components/button.tsx'"],
  ['apps/web/src/features/admin/admin-frame.tsx', "import '../account/texts.ts'"],
  [screen, "import '../memory/memory-panel.tsx'"],
  [screen, "import './live/use-live.ts'"],
  ['apps/web/src/features/memory/memory-row.tsx', "import '../subscription/upgrade-link.tsx'"],
  ['apps/web/src/features/live/account-events.ts', "import '../session/current-user.ts'"],
  ['apps/web/src/features/session/current-user.ts', "import '../offline/texts.ts'"],
  ['apps/web/src/features/session/current-user.ts', "import '@noek/contract/chat/schemas'"],
  [companyScreen, "import 'react'"],
  [companyScreen, "import '../../subscription/texts.ts'"],
  [companyScreen, "import '../../../components/base/button.tsx'"],
  [companyScript, "import '../../session/start/start-up.ts'"],
  [companyScript, "import '../../../api/base/call-auth.ts'"],
  ['scripts/seed.ts', "import '@noek/db/testing/factories'"],
];

const treeOf = (...statements: (readonly [file: string, statement: string])[]): Import[] => {
  const tree = new Map<string, string>();
  for (const [file, statement] of statements) tree.set(file, `${tree.get(file) ?? ''}${statement};\n`);
  return importsOf(tree, workspaces);
};

test.each(refused)('%s may not %s', (file, statement) => {
  expect(findings(treeOf([file, statement]), rules)).not.toEqual([]);
});

test.each(allowed)('%s may %s', (file, statement) => {
  expect(findings(treeOf([file, statement]), rules)).toEqual([]);
});

test('what is refused is said with the place, the rule and the order', () => {
  const order = { folder: 'apps/a', rooms: ['*.ts', 'roof', 'ground'] };
  const found = findings(treeOf(['apps/a/ground/x.ts', "import 'zod';\nimport '../roof/y.ts'"]), {
    ...rules,
    orders: [order],
  });
  expect(found).toEqual([
    'apps/a/ground/x.ts:2 → apps/a/roof/y.ts: ground may not import roof. Order of apps/a: *.ts → roof → ground',
  ]);
});

test('a circle of files is refused, even if it only imports types or imports late', () => {
  const circle = treeOf(
    ['apps/web/src/a.ts', "import type { B } from './b.ts'"],
    ['apps/web/src/b.ts', "type C = typeof import('./c.ts')"],
    ['apps/web/src/c.ts', "await import('./a.ts')"],
    ['apps/web/src/d.ts', "export { a } from './a.ts'"],
  );
  expect(findings(circle, rules)).toContain(
    'Files in a circle: apps/web/src/a.ts:1 → apps/web/src/b.ts, apps/web/src/b.ts:1 → apps/web/src/c.ts, apps/web/src/c.ts:1 → apps/web/src/a.ts',
  );
});

const circleOfRooms = treeOf(
  ['packages/db/src/one/a.ts', "import '../two/b.ts'"],
  ['packages/db/src/two/c.ts', "import '../three.ts'"],
  ['packages/db/src/three.ts', "import './one/d.ts'"],
  ['packages/db/src/two/testing/e.ts', "import '../../one/a.ts'"],
  ['packages/db/src/one/f.test.ts', "import '../two/b.ts'"],
);

test('a circle of rooms is refused, without their tests', () => {
  const places = [
    'packages/db/src/one/a.ts:1 → packages/db/src/two/b.ts',
    'packages/db/src/two/c.ts:1 → packages/db/src/three.ts',
    'packages/db/src/three.ts:1 → packages/db/src/one/d.ts',
  ];
  const [found, ...others] = findings(circleOfRooms, rules);
  expect(others).toEqual([]);
  expect(found).toContain('Rooms of packages/db/src in a circle (one, three.ts, two): ');
  for (const place of places) expect(found).toContain(place);
});

test('an import against an order is allowed where it is listed', () => {
  const up = { from: 'packages/db/src/three.ts', to: 'packages/db/src/one/d.ts', why: 'a reason' };
  const orders = [{ folder: 'packages/db/src', rooms: ['one', 'two', '*.ts'] }];
  expect(findings(circleOfRooms, { ...rules, orders })).toHaveLength(2);
  expect(findings(circleOfRooms, { ...rules, orders, arrowsUp: [up] })).toEqual([]);
});

test('rooms without a place, and places without a room, are named', () => {
  const orders = [{ folder: 'packages/a', rooms: ['one', 'gone', 'alone.ts'] }];
  const tree = ['packages/a/one/x.ts', 'packages/a/two/y.ts', 'packages/a/alone.ts', 'packages/a/z.ts'];
  expect(roomsOutsideOrders(tree, orders)).toEqual([
    'packages/a: two has no place',
    'packages/a: *.ts has no place',
    'packages/a: gone does not exist',
  ]);
});

/** The specifiers of a syntax tree's imports. Only imports have a literal as their source. */
function* specifiersOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { source } = node as { source?: { value?: unknown } | null };
  if (typeof source?.value === 'string') yield source.value;
  for (const child of Object.values(node)) yield* specifiersOf(child);
}

test('the imports that are found are those that a parser finds', () => {
  const missed: string[] = [];
  for (const [file, text] of files) {
    const found = new Set(scan(text).map(({ specifier }) => specifier));
    // Nothing else in the text begins as an import does, so parsing it would take its time for nothing.
    if (!/\bfrom\s*['"`]|(?<!\.)\bimport\s*['"`(]|\bimport\s+\w+\s*=/.test(text.replace(importPattern, ''))) continue;
    for (const specifier of specifiersOf(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })))
      if (!found.has(specifier)) missed.push(`${file}: ${specifier}`);
  }
  expect(missed).toEqual([]);
});
