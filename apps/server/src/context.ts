import type { BackgroundWork } from './background-work.ts';
import type { BaseCtx } from './base-context.ts';
import type { Deps } from './deps.ts';
import type { AccountDependent } from './features/auth/account/account-dependents.ts';
import type { Generations } from './features/chat/answers/generations.ts';
import type { Live } from './features/chat/live/live.ts';

/** What features build on the outside things, for verbs of every feature. compose.ts makes it. */
export type Services = {
  /** Owns what a call leaves running when it has answered; awaited before the database is closed. */
  background: BackgroundWork;
  /** What the features own for an account, from right to left. */
  accountDependents: readonly AccountDependent[];
  generations: Generations;
  /** News of people's chats, for their open pages. */
  live: Live;
};

/** Everything a call works with, the caller aside. */
export type AppDeps = Deps & Services;

export type Ctx = BaseCtx & Services;
