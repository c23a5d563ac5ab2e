import { backOff } from '@noek/db/back-off';
import type { Tables } from '@noek/db/tables';
import { and, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { type Mail, MailError } from '../../integrations/mail/mail.ts';
import { noRecipient } from './enqueue-mail.ts';
import { mailDomain } from './mail-domain.ts';
import { openText } from './seal-mail.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Longer than any send may take, so that another process only claims the mail of one that died. */
const leaseMs = 2 * MINUTE;
const giveUpAfterMs = DAY;
export const mailKeptMs = 30 * DAY;

export type MailDeps = Pick<Deps, 'db' | 'now' | 'mail' | 'markdown' | 'log' | 'config'>;
type RowLock = { for(strength: 'update', options: { skipLocked: true }): unknown };
export type OutboxRow = Tables['outbox']['$inferSelect'];
/** What a row is sent as, apart from its recipient. */
type MailTexts = Pick<Mail, 'subject' | 'text' | 'html' | 'headers' | 'bulk'>;

/** Claims up to `limit` due mails that belong to no campaign; see `claimMail`. */
export function claimDueMail(deps: MailDeps, limit: number): Promise<OutboxRow[]> {
  return claimMail(deps, isNull(deps.db.tables.outbox.campaignId), limit);
}

/**
 * Claims up to `limit` due mails that meet the conditions, in one conditional UPDATE, so that only one of several processes gets
 * each mail while the lease lasts. `which` chooses them, and they still have to meet `still` when they are claimed.
 */
export async function claimMail(
  { db, now }: MailDeps,
  which: SQL,
  limit: number,
  still: SQL = which,
): Promise<OutboxRow[]> {
  const { outbox } = db.tables;
  const at = now();
  const isDue = and(eq(outbox.status, 'pending'), lte(outbox.nextAttemptAt, at));
  const due = db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(which, isDue))
    .orderBy(outbox.nextAttemptAt)
    .limit(limit);
  let isChosen = inArray(outbox.id, due);
  if (db.engine === 'postgres') {
    // Processes do not wait for each other: each takes the next mails that no other is claiming. SQLite has one process. As an array, the
    // choice is made once; PostgreSQL may repeat a subquery, and would then choose more than the limit.
    (due as unknown as RowLock).for('update', { skipLocked: true });
    isChosen = sql`${outbox.id} = any(array(${due}))`;
  }
  return db.write((orm) =>
    orm
      .update(outbox)
      .set({ nextAttemptAt: new Date(at.getTime() + leaseMs), attempts: sql`${outbox.attempts} + 1` })
      .where(and(isChosen, isDue, still))
      .returning(),
  );
}

/** How a mail ended, or why it is tried again later: it was refused temporarily, or the mail service could not be reached. */
export type Delivered = 'sent' | 'failed' | 'retry' | 'unreachable';

/**
 * Sends a claimed mail and records the result, which it returns. A failed mail is retried after 1, 2, 4 … minutes, at most an hour apart,
 * for 24 hours. A permanent refusal is final. Once a mail is sent or given up, its texts are deleted, because of the links in them.
 * `textsOf` reads the texts; without it, they are in the row.
 */
export async function deliverMail(
  { mail, log, now, ...deps }: MailDeps,
  row: OutboxRow,
  textsOf: (row: OutboxRow) => MailTexts = (own) => openTexts(deps, own),
): Promise<Delivered> {
  const { id, kind, recipient: to, attempts } = row;
  try {
    const texts = textsOf(row);
    if (to !== noRecipient) await mail.send({ messageId: messageIdOf(deps, id), to, ...texts });
  } catch (error) {
    const reason = error instanceof MailError ? error.message : 'the transport failed';
    const retryAt = new Date(now().getTime() + backOff(attempts, MINUTE, HOUR));
    const isFinal =
      (error instanceof MailError && error.permanent) || retryAt.getTime() - row.createdAt.getTime() > giveUpAfterMs;
    log.warn({ mailId: id, kind, attempts, isFinal, reason }, 'a mail could not be sent');
    const lastError = (error instanceof MailError && error.answer) || reason;
    await settle(deps, row, isFinal ? { status: 'failed', lastError } : { nextAttemptAt: retryAt, lastError });
    if (isFinal) return 'failed';
    return error instanceof MailError && error.unreachable ? 'unreachable' : 'retry';
  }
  await settle(deps, row, { status: 'sent', sentAt: now(), lastError: null });
  return 'sent';
}

/** The texts as they are sent. A text that cannot be decrypted now never will be, so that error is permanent. */
function openTexts({ config }: Pick<Deps, 'config'>, { id, subject, text, html, headers }: OutboxRow): MailTexts {
  try {
    return { subject, text: openText(config, id, text), html: openText(config, id, html), headers };
  } catch (cause) {
    throw new MailError('its text was encrypted with another APP_SECRET', true, { cause });
  }
}

/**
 * Records a result, unless the lease has expired and another process has claimed the mail. A mail that was withdrawn while it was
 * being sent counts as sent.
 */
async function settle(
  { db }: Pick<Deps, 'db'>,
  { id, attempts, forgetWhenDone, recipient }: OutboxRow,
  result: Partial<Pick<OutboxRow, 'status' | 'sentAt' | 'lastError' | 'nextAttemptAt'>>,
): Promise<void> {
  const { outbox } = db.tables;
  const isOpen =
    result.status === 'sent'
      ? inArray(outbox.status, ['pending', 'cancelled', 'unsubscribed'])
      : eq(outbox.status, 'pending');
  const isOurs = and(eq(outbox.id, id), eq(outbox.attempts, attempts), isOpen);
  if (result.status && forgetWhenDone) {
    await db.write((orm) => orm.delete(outbox).where(isOurs));
    if (recipient !== noRecipient) db.eraseDeleted();
    return;
  }
  await db.write((orm) =>
    orm
      .update(outbox)
      .set({ ...result, ...(result.status ? { text: '', html: '' } : {}) })
      .where(isOurs),
  );
}

/**
 * Deletes mail that was sent or given up and is older than 30 days, from this machine's inbox too. A campaign's mail stays until the
 * campaign has ended.
 */
export async function purgeOutbox({ db, now, mail }: Pick<Deps, 'db' | 'now' | 'mail'>): Promise<void> {
  const { outbox, campaigns } = db.tables;
  const oldest = new Date(now().getTime() - mailKeptMs);
  const ended = db.orm.select({ id: campaigns.id }).from(campaigns).where(isNotNull(campaigns.endedAt));
  const isOver = or(isNull(outbox.campaignId), inArray(outbox.campaignId, ended));
  const old = await db.write((orm) =>
    orm
      .delete(outbox)
      .where(and(ne(outbox.status, 'pending'), lte(outbox.createdAt, oldest), isOver))
      .returning({ id: outbox.id }),
  );
  await mail.forget?.(old.map(({ id }) => id));
}

/** The same for every attempt, so that a receiver that already has the mail can drop the copy. */
function messageIdOf({ config }: Pick<Deps, 'config'>, id: string): string {
  return `<${id}@${mailDomain(config)}>`;
}
