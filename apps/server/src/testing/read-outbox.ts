import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { asc, eq } from 'drizzle-orm';

export type OutboxRow = Tables['outbox']['$inferSelect'];

/** The mails enqueued for an address, oldest first. */
export function mailsTo({ orm, tables }: Database, address: string): Promise<OutboxRow[]> {
  const { outbox } = tables;
  return orm.select().from(outbox).where(eq(outbox.recipient, address)).orderBy(asc(outbox.createdAt));
}

/** The token of the link in a mail's text. Throws when there is none. */
export function tokenIn(mail: Pick<OutboxRow, 'text'> | undefined): string {
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('There is no link with a token in this mail.');
  return token;
}
