import type { Campaign } from '@noek/contract/campaigns/schemas';
import type { Database } from '@noek/db/database';
import { after, type ListCursor } from '@noek/db/list-cursor';
import { and, desc, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import { countResults } from './sending/send-next-mail.ts';

/** A campaign as it is now; null if there is none. */
export async function readCampaign(db: Database, id: string): Promise<Campaign | null> {
  const [found] = await withResults(db, eq(db.tables.campaigns.id, id), 1);
  return found?.campaign ?? null;
}

/** The campaigns after the position, the latest first, each with the position after it. */
export function readCampaigns(db: Database, position: ListCursor<string> | undefined, limit: number) {
  const { createdAt, id } = db.tables.campaigns;
  return withResults(db, position && after(position, createdAt, id), limit);
}

async function withResults(db: Database, which: SQL | undefined, limit: number) {
  const { campaigns, users } = db.tables;
  const { content: _, ...columns } = getTableColumns(campaigns);
  const rows = await db.orm
    .select({ ...columns, author: users.name })
    .from(campaigns)
    .leftJoin(users, and(eq(users.id, campaigns.createdBy), isNull(users.deletedAt)))
    .where(which)
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id))
    .limit(limit);
  const live = await countResults(
    db,
    rows.filter(({ results }) => results === null).map(({ id }) => id),
  );
  return rows.map((row) => ({
    at: row.createdAt,
    id: row.id,
    campaign: toCampaign(row, row.results ?? live.get(row.id) ?? {}),
  }));
}

type Row = Omit<Database['tables']['campaigns']['$inferSelect'], 'content'> & { author: string | null };

function toCampaign(row: Row, results: Record<string, number>): Campaign {
  const { id, subject, recipientType, format, status, author, total } = row;
  const { sent = 0, failed = 0, pending = 0, unsubscribed = 0 } = results;
  return {
    id,
    subject,
    recipientType,
    format,
    status,
    author,
    total,
    sent,
    failed,
    pending,
    unsubscribed,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    withdrawn: Math.max(0, total - sent - failed - pending - unsubscribed),
    leftOut: { unsubscribed: row.unsubscribed, suspended: row.suspended },
  };
}
