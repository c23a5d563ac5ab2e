import { randomUUID } from 'node:crypto';
import type { Database } from '@noek/db/database';
import { openDatabase } from '@noek/db/open';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { AccountDependent } from './features/auth/account-dependents.ts';
import { createGenerations, type Generations } from './features/chat/answers/generations.ts';
import { chatOfAccount } from './features/chat/chat-of-account.ts';
import { createLive, type Live } from './features/chat/live/live.ts';
import { createGoogleSignIn } from './integrations/google/create-google-sign-in.ts';
import type { GoogleSignIn } from './integrations/google/google-sign-in.ts';
import { createLlm } from './integrations/llm/create-llm.ts';
import type { Llm } from './integrations/llm/llm.ts';
import { createMailTransport } from './integrations/mail/create-mail-transport.ts';
import type { MailTransport } from './integrations/mail/mail.ts';
import { createLog } from './log.ts';

/** Everything outside the rules, built once. Tests override what they want to watch or break. */
export type Deps = {
  config: Config;
  log: Logger;
  /** This process; generations carry it, so that a later one knows which are orphaned. */
  bootId: string;
  now: () => Date;
  db: Database;
  llm: Llm;
  mail: MailTransport;
  /** Sign-in with Google; null where it is not set up. */
  google: GoogleSignIn | null;
  /** What the features own for an account, from right to left. */
  accountDependents: readonly AccountDependent[];
  generations: Generations;
  /** News of people's chats, for their open pages. */
  live: Live;
};

export async function createDeps(config: Config, overrides: Partial<Deps> = {}): Promise<Deps> {
  const log = overrides.log ?? createLog(config.logLevel);
  const base = {
    config,
    log,
    bootId: randomUUID(),
    now: () => new Date(),
    db: overrides.db ?? (await openDatabase(config.databaseUrl, { exclusive: true })),
    llm: overrides.llm ?? (await createLlm(config.ai, { log })),
    mail: overrides.mail ?? createMailTransport(config),
    google: config.googleSignIn && createGoogleSignIn(config.googleSignIn),
    accountDependents: [chatOfAccount],
    ...overrides,
  };
  const live = overrides.live ?? createLive(base);
  return { ...base, live, generations: overrides.generations ?? createGenerations({ ...base, live }) };
}
