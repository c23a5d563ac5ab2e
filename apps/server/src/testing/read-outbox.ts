import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { asc, sql } from 'drizzle-orm';
import { openText } from '../features/outbox/seal-mail.ts';
import { testSecret } from './create-test-ctx.ts';

export type OutboxRow = Tables['outbox']['$inferSelect'];

/** Every mail in a test's outbox, decrypted, oldest first. */
export async function allMails({ engine, orm, tables }: Database): Promise<OutboxRow[]> {
  const { outbox } = tables;
  // A test's clock does not move, so mails have the same date, and PostgreSQL puts new rows where deleted ones were.
  const written = engine === 'sqlite' ? sql`rowid` : sql`xmin::text::bigint, cmin::text::bigint`;
  const rows = await orm.select().from(outbox).orderBy(asc(outbox.createdAt), written);
  const opened = (id: string, text: string) => openText({ secret: testSecret }, id, text);
  return rows.map((row) => ({ ...row, text: opened(row.id, row.text), html: opened(row.id, row.html) }));
}

/** The mails to one address. */
export async function mailsTo(db: Database, address: string): Promise<OutboxRow[]> {
  return (await allMails(db)).filter(({ recipient }) => recipient === address);
}

/** The token of the link in a mail's text. Throws if there is none. */
export function tokenIn(mail: Pick<OutboxRow, 'text'> | undefined): string {
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error('There is no link with a token in this mail.');
  return token;
}
