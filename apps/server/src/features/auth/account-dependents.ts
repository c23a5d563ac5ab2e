import type { AccessLevel } from '@noek/contract/subscription/plans';
import type { Step } from '@noek/db/database';
import type { BackgroundWork } from '../../background-work.ts';
import type { BaseCtx } from '../../base-context.ts';
import type { Deps } from '../../deps.ts';

/** A level as it is stored. */
export type StoredLevel = { accessLevel: AccessLevel; premiumUntil: Date | null };

/** What a feature moved from a guest. It can be read after the step. */
export type AdoptedGuest = { conversations(): number };

/**
 * What another feature stores or does for an account. Auth must not import that feature, so it is passed in with the deps. It
 * adds to the atomic steps that turn a guest into a user and that delete an account.
 */
export type AccountDependent = {
  /** Moves what a guest owned to the user who signs in; null if it has no conversations. The guest's row is locked before and deleted afterwards. */
  adoptGuest?(ctx: BaseCtx, step: Step, guest: { guestId: string; userId: string }): AdoptedGuest | null;
  /** Runs in the background after a sign-in. */
  afterSignIn?(ctx: BaseCtx, userId: string): Promise<void>;
  /** Runs in each step that ends logins of the account, for what ends with them. */
  signOut?(deps: Pick<Deps, 'db'>, step: Step, userId: string): void;
  /** Runs in the background after such a step. */
  afterSignOut?(userId: string): Promise<void>;
  /** Runs in the background after the address of the account was changed. */
  afterEmailChange?(ctx: BaseCtx, userId: string): Promise<void>;
  /** The level that the account pays for, for one that stops being an administrator's; null if it pays for none. */
  paidLevel?(deps: Pick<Deps, 'db' | 'now'>, userId: string): Promise<StoredLevel | null>;
  /** Ends what is outside the database, such as a subscription, before the account is deleted. Throws to refuse the deletion. */
  beforeDeletion?(deps: Deps, userId: string): Promise<void>;
  /**
   * Ends at once what must stop, such as jobs, and deletes what names the person. It may delete only a few rows, because every other writer
   * waits for this step. It runs again when the row of the user is deleted, for what concurrent requests wrote in the meantime. Its checks
   * throw DeletionOutdated if something new has to be ended outside the database first.
   */
  deleteAccount?(deps: Deps, step: Step, userId: string): void;
  /** Deletes a part of what a deleted account has left, about 10 ms of work. Returns false if nothing is left. */
  empty?(deps: Deps, userId: string): Promise<boolean>;
  /** The same for guests who have expired. */
  emptyGuests?(deps: Pick<Deps, 'db'>, guestIds: readonly string[]): Promise<boolean>;
  /** Deletes what no foreign key covers, after the row of the user: what concurrent requests wrote until then. */
  removeLate?(deps: Deps, step: Step, userId: string): void;
  /** Deletes what is outside the database, such as files, once the account is deleted. A failure is logged and changes nothing. */
  afterDeletion?(deps: Deps, userId: string): Promise<void>;
};

/** `beforeDeletion` has to run again. */
export class DeletionOutdated extends Error {}

/** Runs a hook of all dependents in the background. Call it after the commit. */
export function runAfter(
  hook: 'afterSignIn' | 'afterEmailChange',
  ctx: BaseCtx & { background: BackgroundWork; accountDependents: readonly AccountDependent[] },
  userId: string,
): void {
  for (const part of ctx.accountDependents)
    if (part[hook]) ctx.background.run(`${hook} failed`, async () => part[hook]?.(ctx, userId));
}
