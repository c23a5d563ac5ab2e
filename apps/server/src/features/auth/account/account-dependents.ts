import type { Orm, Statement } from '@noek/db/database';
import type { BaseCtx } from '../../../base-context.ts';

/**
 * What a feature to the left of auth owns for an account. Auth may not import it, so it is handed in with the deps: its
 * statements join the atomic steps in which a guest becomes a user, and in which an account is deleted.
 */
export type AccountDependent = {
  /** A guest signs in: what the guest owned goes to the user. The guest's row is locked before, and deleted after. */
  adoptGuest?(ctx: BaseCtx, orm: Orm, guest: { guestId: string; userId: string }): Statement[];
  /** How many chats came along, from the rows of the statements above. */
  countAdopted?(rows: readonly unknown[]): number;
  /** Ends what lies outside the database (a subscription) before the account goes; may refuse by throwing. */
  beforeDeletion?(ctx: BaseCtx, userId: string): Promise<void>;
  /**
   * Deletes what no foreign key reaches. Runs twice: before the user's row is deleted, and after it for what others, who were
   * under way, wrote until then.
   */
  deleteAccount?(ctx: BaseCtx, orm: Orm, userId: string): Statement[];
};
