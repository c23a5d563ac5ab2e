import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRules, importRulesFile, webFeatures } from '../scripts/import-rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
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

// Imports that Biome must reject; see "Import rules" in docs/architecture.md.
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
    [file, "import '../../../../server/src/config.ts'"],
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
  [companyScript, "import '../../chat/send/outbox.ts'"],
  ['apps/web/src/company.ts', "import './features/chat/start.ts'"],
];

// Imports that Biome must accept.
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

let folder = '';
let found: Set<string>;

/** An empty folder with the repository's rules. */
function folderWithRules(): string {
  const made = mkdtempSync(join(tmpdir(), 'noek-import-rules-'));
  for (const name of ['biome.json', 'biome.imports.json', 'biome.regexp.grit', '.gitignore'])
    cpSync(join(root, name), join(made, name));
  return made;
}

/** Every "path:line" in a folder that Biome's rules reject. */
function refusedPlaces(cwd: string, rule: string): { file: string; line: number }[] {
  const result = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', `--only=${rule}`, '--max-diagnostics=none', '--reporter=github', '--colors=off'],
    { cwd, encoding: 'utf8' },
  );
  return [...result.stdout.matchAll(/file=([^,]+),line=(\d+)/g)].map(([, path = '', line]) => ({
    file: path.slice(path.indexOf(basename(cwd)) + basename(cwd).length + 1),
    line: Number(line),
  }));
}

beforeAll(() => {
  folder = folderWithRules();
  const lines = new Map<string, string[]>();
  for (const [file, statement] of [...refused, ...allowed])
    lines.set(file, [...(lines.get(file) ?? []), `${statement};`]);
  for (const [file, statements] of lines) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${statements.join('\n')}\n`);
  }
  found = new Set(
    refusedPlaces(folder, 'style/noRestrictedImports').map(
      ({ file, line }) => `${file}: ${lines.get(file)?.[line - 1]}`,
    ),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('biome.imports.json is up to date (node scripts/import-rules.ts)', () => {
  expect(readFileSync(importRulesFile, 'utf8')).toBe(importRules());
});

test('every feature of the web app has a place in the order', () => {
  expect([...webFeatures].sort()).toEqual(readdirSync(join(root, 'apps/web/src/features')).sort());
});

test.each(refused)('%s may not %s', (file, statement) => {
  expect(found).toContain(`${file}: ${statement};`);
});

test.each(allowed)('%s may %s', (file, statement) => {
  expect(found).not.toContain(`${file}: ${statement};`);
});

test('an import cycle is rejected, even if it only imports types', () => {
  const circles = folderWithRules();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(circles, file)), { recursive: true });
    writeFileSync(join(circles, file), text);
  };
  try {
    write('apps/server/src/a.ts', "import type { B } from './b.ts';\n\nexport type A = { b: B };\n");
    write('apps/server/src/b.ts', "import type { A } from './a.ts';\n\nexport type B = { a: A | null };\n");
    write('apps/web/src/c.ts', "import { d } from './d.ts';\n\nexport const c = () => d;\n");
    write('apps/web/src/d.ts', "import { c } from './c.ts';\n\nexport const d = () => c;\n");
    write('apps/web/src/e.ts', "import { c } from './c.ts';\n\nexport const e = c;\n");
    const files = refusedPlaces(circles, 'suspicious/noImportCycles').map(({ file }) => file);
    expect(files.sort()).toEqual(
      ['a', 'b'].map((n) => `apps/server/src/${n}.ts`).concat(['c', 'd'].map((n) => `apps/web/src/${n}.ts`)),
    );
  } finally {
    rmSync(circles, { recursive: true, force: true });
  }
});

test('a modifier inside a regular expression is rejected', () => {
  const modifiers = folderWithRules();
  try {
    const expressions = ['/a(?i:b)/', '/a(?-i:b)/i', '/a(?s-im:b)/', '/a(?:b)(?<c>d)(?=i:)(?!i:)/i'];
    writeFileSync(join(modifiers, 'a.ts'), expressions.map((one, n) => `export const a${n} = ${one};\n`).join(''));
    expect(refusedPlaces(modifiers, 'plugin').map(({ line }) => line)).toEqual([1, 2, 3]);
  } finally {
    rmSync(modifiers, { recursive: true, force: true });
  }
});
