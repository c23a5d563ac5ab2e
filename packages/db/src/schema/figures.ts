import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';

/** How Noek is doing, in anonymous numbers. */
export function figuresTables(k: Kit, { users }: Pick<ReturnType<typeof authTables>, 'users'>) {
  /** Sums per hour, written in the step that does what they count. Triggers write the sums of accounts and plans. */
  const figures = k.table(
    'figures',
    {
      /** Hours since 1970, in UTC. */
      hour: k.integer('hour').notNull(),
      metric: k.text('metric').notNull(),
      label: k.text('label').notNull(),
      /** On PostgreSQL, transactions that run at the same time write to different rows, so that none waits for another. */
      shard: k.integer('shard').notNull(),
      amount: k.integer('amount').notNull(),
    },
    (t) => [k.primaryKey({ name: 'figures_pk', columns: [t.hour, t.metric, t.label, t.shard] })],
  );

  /** The last hour in which a person was counted as active, so that each is counted once. */
  const userActivity = k.table('user_activity', {
    userId: belongsTo(k.text('user_id'), () => users.id).primaryKey(),
    /** Hours since 1970, in UTC. */
    hour: k.integer('hour').notNull(),
  });

  return { figures, userActivity };
}
