import type { Kit } from '../kit.ts';

/** What is known about the models of connected providers, shared by all processes. */
export function modelTables(k: Kit) {
  /** The list of models that a provider gave last. */
  const modelLists = k.table('model_lists', {
    /** The provider's name and address. */
    id: k.text('id').primaryKey(),
    list: k.json('list').$type<readonly { id: string; endsAt: string | null; window: number | null }[] | null>(),
    /** The model that was picked from it; null where none is picked. */
    picked: k.text('picked'),
    readAt: k.timestamp('read_at'),
    /** When to read it again. A process that reads it moves this forward first. */
    nextReadAt: k.timestamp('next_read_at').notNull(),
  });

  /** The mails that have told administrators of a model's end, so that each is sent once. */
  const modelNotices = k.table(
    'model_notices',
    {
      model: k.text('model').notNull(),
      endsAt: k.text('ends_at').notNull(),
      /** How many days before the end, at most. */
      days: k.integer('days').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [k.primaryKey({ name: 'model_notices_pk', columns: [t.model, t.endsAt, t.days] })],
  );

  return { modelLists, modelNotices };
}
