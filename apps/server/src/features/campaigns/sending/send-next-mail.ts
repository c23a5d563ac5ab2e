import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, asc, count, eq, exists, gt, inArray, isNull, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { AppError } from '../../../errors.ts';
import { MailError } from '../../../integrations/mail/mail.ts';
import { mailDocument } from '../../outbox/compose-mail.ts';
import { claimMail, type Delivered, deliverMail, type MailDeps, type OutboxRow } from '../../outbox/due-mail.ts';
import { mailDomain } from '../../outbox/mail-domain.ts';
import { campaignTexts, withFooter } from '../campaign-texts.ts';
import { oneClick, unsubscribeUrl } from '../unsubscribing/unsubscribe-token.ts';

type CampaignRow = Tables['campaigns']['$inferSelect'];
type Texts = Awaited<ReturnType<typeof campaignTexts>> & { subject: string };

/**
 * Sends the next due mail of the oldest campaign that has one. Returns its result; 'again' if another process was faster; null if none is
 * due. A mail is claimed alone, and only while its campaign is sending. So a pause, a cancellation or an unsubscription takes effect from
 * the next mail on, and a crash leaves one mail in doubt.
 */
export async function sendNextMail(deps: MailDeps): Promise<Delivered | 'again' | null> {
  const { orm, tables } = deps.db;
  const { campaigns, outbox } = tables;
  const isSending = and(eq(campaigns.status, 'sending'), isNull(campaigns.endedAt));
  const sending = await orm
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(isSending)
    .orderBy(asc(campaigns.createdAt), asc(campaigns.id));
  for (const { id } of sending) {
    const ofCampaign = eq(outbox.campaignId, id);
    const still = and(
      ofCampaign,
      exists(
        orm
          .select({ id: campaigns.id })
          .from(campaigns)
          .where(and(isSending, eq(campaigns.id, id))),
      ),
    );
    const [row] = await claimMail(deps, ofCampaign, 1, still as SQL);
    if (row) {
      const texts = await textsOf(deps, id).catch((error: unknown) => error as Error);
      return deliverMail(deps, row, (mail) => {
        if (texts instanceof Error) throw texts;
        return asSent(deps, texts, mail);
      });
    }
    if (await isDue(deps, id)) return 'again';
  }
  return null;
}

/** Whether a mail of the campaign, if that is still sending, waits to be claimed. */
async function isDue({ db, now }: MailDeps, id: string): Promise<boolean> {
  const { campaigns, outbox } = db.tables;
  const due = and(eq(outbox.campaignId, id), eq(outbox.status, 'pending'), lte(outbox.nextAttemptAt, now()));
  const rows = await db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(campaigns, and(eq(campaigns.id, outbox.campaignId), eq(campaigns.status, 'sending')))
    .where(due)
    .limit(1);
  return rows.length > 0;
}

/** The texts of the campaign that was sent last, by its id: they never change, and thousands of mails have the same. */
const latest = new WeakMap<Database, { id: string; texts: Promise<Texts> }>();

function textsOf(deps: MailDeps, id: string): Promise<Texts> {
  const { db } = deps;
  const known = latest.get(db);
  if (known?.id === id) return known.texts;
  const texts = readTexts(deps, id);
  latest.set(db, { id, texts });
  // A failure is not kept.
  texts.catch(() => latest.delete(db));
  return texts;
}

/** Texts that cannot be rendered now never will be, so that error is permanent. */
async function readTexts(deps: MailDeps, id: string): Promise<Texts> {
  const { orm, tables } = deps.db;
  const { campaigns } = tables;
  const [row] = await orm.select().from(campaigns).where(eq(campaigns.id, id));
  const written = row as CampaignRow;
  const texts = await campaignTexts(deps, written).catch((cause: unknown) => {
    throw cause instanceof AppError ? new MailError(cause.message, true, { cause }) : cause;
  });
  return { subject: written.subject, ...texts };
}

/**
 * A campaign's mail to one person, with the headers for unsubscribing with one click (RFC 8058) and the name of the list (RFC 2919), by which
 * programs sort mail. It is the same for all campaigns.
 */
export function asSent({ config }: Pick<MailDeps, 'config'>, texts: Texts, { userId }: Pick<OutboxRow, 'userId'>) {
  const url = unsubscribeUrl(config, userId ?? '');
  const { text, html } = withFooter(texts, url);
  return {
    subject: texts.subject,
    text,
    html: mailDocument(texts.subject, html),
    bulk: true,
    headers: {
      'List-Id': `Noek news <news.${mailDomain(config)}>`,
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': `${oneClick.name}=${oneClick.value}`,
    },
  };
}

/**
 * Ends the campaigns whose mails are all settled, and stores the number of mails per outcome. A mail that was withdrawn while a process was
 * sending it is not settled before its lease ends.
 */
export async function endCampaigns({ db, now }: Pick<MailDeps, 'db' | 'now'>): Promise<void> {
  const { campaigns, outbox } = db.tables;
  const at = now();
  const inDoubt = and(
    inArray(outbox.status, ['cancelled', 'unsubscribed']),
    gt(outbox.attempts, 0),
    gt(outbox.nextAttemptAt, at),
  );
  const open = db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.campaignId, campaigns.id), or(eq(outbox.status, 'pending'), inDoubt)));
  const isOver = and(isNull(campaigns.endedAt), inArray(campaigns.status, ['sending', 'cancelled']), notExists(open));
  for (const { id } of await db.orm.select({ id: campaigns.id }).from(campaigns).where(isOver)) {
    const results = (await countResults(db, [id])).get(id) ?? {};
    const status = sql`case when ${campaigns.status} = 'cancelled' then 'cancelled' else 'done' end`;
    await db.write((orm) =>
      orm
        .update(campaigns)
        .set({ status, endedAt: at, results })
        .where(and(eq(campaigns.id, id), isOver)),
    );
  }
}

/** How many mails of each campaign have which status. */
export async function countResults(
  { orm, tables: { outbox } }: Database,
  ids: readonly string[],
): Promise<Map<string, Record<string, number>>> {
  const found = new Map<string, Record<string, number>>();
  if (ids.length === 0) return found;
  const rows = await orm
    .select({ id: outbox.campaignId, status: outbox.status, count: count() })
    .from(outbox)
    .where(inArray(outbox.campaignId, [...ids]))
    .groupBy(outbox.campaignId, outbox.status);
  for (const { id, status, count: mails } of rows)
    if (id !== null) found.set(id, { ...found.get(id), [status]: mails });
  return found;
}
