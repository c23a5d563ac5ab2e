import type { Tables } from '@noek/db/tables';
import { and, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { MailError } from '../../integrations/mail/mail.ts';
import { noRecipient } from './enqueue-mail.ts';
import { openText } from './seal-mail.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Longer than any send may take, so that another process only claims the mail of one that died. */
const leaseMs = 2 * MINUTE;
const giveUpAfterMs = DAY;
const keepForMs = 30 * DAY;

export type MailDeps = Pick<Deps, 'db' | 'now' | 'mail' | 'log' | 'config'>;
type OutboxRow = Tables['outbox']['$inferSelect'];

/**
 * Claims up to `limit` due mails in one conditional UPDATE, so that only one of several processes gets each mail while the lease
 * lasts.
 */
export async function claimDueMail({ db, now }: MailDeps, limit: number): Promise<OutboxRow[]> {
  const { outbox } = db.tables;
  const at = now();
  const isDue = and(eq(outbox.status, 'pending'), lte(outbox.nextAttemptAt, at));
  const due = db.orm.select({ id: outbox.id }).from(outbox).where(isDue).orderBy(outbox.nextAttemptAt).limit(limit);
  return db.orm
    .update(outbox)
    .set({ nextAttemptAt: new Date(at.getTime() + leaseMs), attempts: sql`${outbox.attempts} + 1` })
    .where(and(inArray(outbox.id, due), isDue))
    .returning();
}

/**
 * Sends a claimed mail and records the result. A failed mail is retried after 1, 2, 4 … minutes, at most an hour apart, for
 * 24 hours. A permanent refusal is final. Once a mail is sent or given up, its texts are deleted, because of the links in them.
 */
export async function deliverMail({ mail, log, now, ...deps }: MailDeps, row: OutboxRow): Promise<void> {
  const { id, kind, recipient: to, subject, headers, attempts } = row;
  try {
    const { text, html } = textsOf(deps, row);
    if (to !== noRecipient) await mail.send({ messageId: messageIdOf(deps, id), to, subject, text, html, headers });
  } catch (error) {
    const reason = error instanceof MailError ? error.message : 'the transport failed';
    const retryAt = new Date(now().getTime() + Math.min(MINUTE * 2 ** (attempts - 1), HOUR));
    const isFinal =
      (error instanceof MailError && error.permanent) || retryAt.getTime() - row.createdAt.getTime() > giveUpAfterMs;
    log.warn({ mailId: id, kind, attempts, isFinal, reason }, 'a mail could not be sent');
    await settle(
      deps,
      row,
      isFinal ? { status: 'failed', lastError: reason } : { nextAttemptAt: retryAt, lastError: reason },
    );
    return;
  }
  await settle(deps, row, { status: 'sent', sentAt: now(), lastError: null });
}

/** The texts as they are sent. A text that cannot be decrypted now never will be, so that error is permanent. */
function textsOf({ config }: Pick<Deps, 'config'>, { id, text, html }: OutboxRow): { text: string; html: string } {
  try {
    return { text: openText(config, id, text), html: openText(config, id, html) };
  } catch (cause) {
    throw new MailError('its text was encrypted with another APP_SECRET', true, { cause });
  }
}

/** Records a result, unless the lease has expired and another process has claimed the mail. */
async function settle(
  { db }: Pick<Deps, 'db'>,
  { id, attempts, forgetWhenDone }: OutboxRow,
  result: Partial<Pick<OutboxRow, 'status' | 'sentAt' | 'lastError' | 'nextAttemptAt'>>,
): Promise<void> {
  const { outbox } = db.tables;
  const isOurs = and(eq(outbox.id, id), eq(outbox.attempts, attempts), eq(outbox.status, 'pending'));
  if (result.status && forgetWhenDone) await db.orm.delete(outbox).where(isOurs);
  else
    await db.orm
      .update(outbox)
      .set({ ...result, ...(result.status ? { text: '', html: '' } : {}) })
      .where(isOurs);
}

/** Deletes mail that was sent or given up and is older than 30 days, from this machine's inbox too. */
export async function purgeOutbox({ db, now, mail }: Pick<Deps, 'db' | 'now' | 'mail'>): Promise<void> {
  const { outbox } = db.tables;
  const oldest = new Date(now().getTime() - keepForMs);
  const old = await db.orm
    .delete(outbox)
    .where(and(ne(outbox.status, 'pending'), lte(outbox.createdAt, oldest)))
    .returning({ id: outbox.id });
  await mail.forget?.(old.map(({ id }) => id));
}

/** The same for every attempt, so that a receiver that already has the mail can drop the copy. */
function messageIdOf({ config }: Pick<Deps, 'config'>, id: string): string {
  const domain = /@([\w.-]+)>?$/.exec(config.mailFrom)?.[1] ?? new URL(config.origins.auth).hostname;
  return `<${id}@${domain}>`;
}
