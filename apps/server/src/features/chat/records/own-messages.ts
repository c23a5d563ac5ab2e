import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { sql } from 'drizzle-orm';

/** Something that the person wrote. `app`: the app or API token with which they sent it. */
export type OwnMessage = { id: string; content: string; app: string | null };

/** How many messages up the branch are read: the person's and the answers between them. */
const messagesUp = 40;

/**
 * What the person wrote on the branch that ends in the message `from`, newest first. Messages that were copied from a shared conversation or
 * imported are not theirs, even those in the role of a person.
 */
export const ownMessages = (db: Database, from: string): Promise<OwnMessage[]> =>
  ownUpTheBranch.run(db, { from, up: messagesUp });

const ownUpTheBranch = preparedQuery<{ from: string; up: number }, OwnMessage[]>('own_messages', (orm, _, value) =>
  orm
    .select({ id: sql<string>`up.id`, content: sql<string>`up.content`, app: sql<string | null>`up.app` })
    .from(
      sql`(with recursive branch(id, parent_id, role, content, app, ordinal, conversation_id, added_by_import, depth) as (
        select id, parent_id, role, content, app, ordinal, conversation_id, added_by_import, 0 from messages where id = ${value('from')}
        union all
        select m.id, m.parent_id, m.role, case when m.role = 'user' then m.content else '' end, m.app, m.ordinal, m.conversation_id,
          m.added_by_import, branch.depth + 1
        from branch join messages as m on m.id = branch.parent_id
        where branch.depth < ${value('up')}
      )
      select branch.* from branch join conversations as c on c.id = branch.conversation_id
      where branch.role = 'user' and branch.ordinal >= c.copied_messages and not branch.added_by_import) as up`,
    )
    .orderBy(sql`up.depth`),
);
