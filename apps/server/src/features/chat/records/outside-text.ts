import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { sql } from 'drizzle-orm';

/**
 * Whether a message or one before it on its branch has brought text of others into the conversation: files, pages, passages, or messages
 * that were pasted in part, copied from a shared conversation or imported.
 */
export async function broughtOutsideText(db: Database, from: string): Promise<boolean> {
  const [row] = await outsideUpTheBranch.run(db, { from });
  return Number(row?.count ?? 0) > 0;
}

const outsideUpTheBranch = preparedQuery<{ from: string }, { count: number }[]>('outside_up_branch', (orm, _, value) =>
  orm.select({ count: sql<number>`up.count` }).from(
    sql`(with recursive branch(id, parent_id) as (
        select id, parent_id from messages where id = ${value('from')}
        union all
        select m.id, m.parent_id from branch join messages as m on m.id = branch.parent_id
      )
      select count(*) as count from branch
      join messages as m on m.id = branch.id join conversations as c on c.id = m.conversation_id
      where m.files is not null or m.used_files is not null or m.sources is not null or m.ordinal < c.copied_messages
        or m.added_by_import or m.pasted or cast(m.steps as text) like '%"search"%' or cast(m.steps as text) like '%"knowledge"%') as up`,
  ),
);
