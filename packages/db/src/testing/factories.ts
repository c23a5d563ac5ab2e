import { randomBytes, randomUUID } from 'node:crypto';
import { newConversationTitle } from '@noek/contract/chat/schemas';
import { emptyMemoryText } from '@noek/contract/memory/memory-text';
import { defaultMemoryCategory } from '@noek/contract/memory/texts';
import { eq, max, sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';

// Rows for tests and seeds. The defaults make rows that the product could have made.

export type UserRow = Tables['users']['$inferSelect'];
export type GuestRow = Tables['guests']['$inferSelect'];
export type ConversationRow = Tables['conversations']['$inferSelect'];
export type MessageRow = Tables['messages']['$inferSelect'];
export type ProjectRow = Tables['projects']['$inferSelect'];
export type MemoryRow = Tables['memories']['$inferSelect'];

/** A verified basic account with a unique name and address and no usable password. */
export async function insertUser(db: Database, given: Partial<Tables['users']['$inferInsert']> = {}): Promise<UserRow> {
  const id = given.id ?? randomUUID();
  const createdAt = given.createdAt ?? new Date();
  const rows = await db.write((orm) =>
    orm
      .insert(db.tables.users)
      .values({
        id,
        name: 'Ada Example',
        email: `${id}@people.example`,
        emailVerifiedAt: createdAt,
        specialFeatures: [],
        createdAt,
        updatedAt: createdAt,
        ...given,
      })
      .returning(),
  );
  return only(rows);
}

/** A guest. Its cookie is unknown unless `tokenHash` is given. */
export async function insertGuest(
  db: Database,
  given: Partial<Tables['guests']['$inferInsert']> = {},
): Promise<GuestRow> {
  const rows = await db.write((orm) =>
    orm
      .insert(db.tables.guests)
      .values({ id: randomUUID(), tokenHash: randomBytes(32).toString('hex'), createdAt: new Date(), ...given })
      .returning(),
  );
  return only(rows);
}

/** A session that never expires and whose token is unknown. */
export async function insertSession(
  db: Database,
  given: Partial<Tables['sessions']['$inferInsert']> & { userId: string },
): Promise<{ id: string }> {
  const at = new Date();
  const rows = await db.write((orm) =>
    orm
      .insert(db.tables.sessions)
      .values({
        id: randomBytes(32).toString('base64url'),
        familyId: randomUUID(),
        userAgent: null,
        createdAt: at,
        lastSeenAt: at,
        expiresAt: new Date('2999-01-01T00:00:00Z'),
        ...given,
      })
      .returning({ id: db.tables.sessions.id }),
  );
  return only(rows);
}

/** A project without conversations and files. */
export async function insertProject(
  db: Database,
  given: Partial<Tables['projects']['$inferInsert']> & { userId: string },
): Promise<ProjectRow> {
  const at = given.createdAt ?? new Date();
  const rows = await db.write((orm) =>
    orm
      .insert(db.tables.projects)
      .values({ id: randomUUID(), name: 'Garden', color: 'gray', createdAt: at, updatedAt: at, ...given })
      .returning(),
  );
  return only(rows);
}

/** An empty conversation of a user or a guest. Exactly one of `userId` and `guestId` is required. */
export async function insertConversation(
  db: Database,
  given: Partial<Tables['conversations']['$inferInsert']> & ({ userId: string } | { guestId: string }),
): Promise<ConversationRow> {
  const createdAt = given.createdAt ?? new Date();
  const rows = await db.write((orm) =>
    orm
      .insert(db.tables.conversations)
      .values({
        // 48 random bits are within the 53 that the product uses, and never 0 in practice.
        id: randomBytes(6).readUIntBE(0, 6) + 1,
        title: newConversationTitle,
        createdAt,
        updatedAt: createdAt,
        ...given,
      })
      .returning(),
  );
  return only(rows);
}

type MessageGiven = Partial<Omit<Tables['messages']['$inferInsert'], 'conversationId'>>;

/**
 * Appends messages to a conversation, each a child of the previous one, and makes the last one the head. A string becomes a complete
 * message with that text. Roles alternate, continuing from the existing messages. Times are a second apart.
 */
export async function insertMessages(
  db: Database,
  conversationId: number,
  given: readonly (string | MessageGiven)[],
): Promise<MessageRow[]> {
  const { conversations, messages } = db.tables;
  const [conversation] = await db.orm.select().from(conversations).where(eq(conversations.id, conversationId));
  if (!conversation) throw new Error(`There is no conversation ${conversationId}.`);
  const [newest] = await db.orm
    .select({ at: max(messages.createdAt) })
    .from(messages)
    .where(eq(messages.conversationId, conversationId));
  const startMs = newest?.at ? newest.at.getTime() + 1000 : conversation.createdAt.getTime();

  let parentId = conversation.headMessageId;
  const values = given.map((entry, i) => {
    const more = typeof entry === 'string' ? { content: entry } : entry;
    const ordinal = conversation.nextOrdinal + i;
    const row = {
      id: randomUUID(),
      conversationId,
      parentId,
      ordinal,
      role: ordinal % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: `Message ${ordinal}`,
      status: 'complete' as const,
      createdAt: new Date(startMs + i * 1000),
      ...more,
    };
    parentId = row.id;
    return row;
  });
  const last = values.at(-1);
  if (!last) return [];
  const { rows } = await db.atomic((step) => {
    const rows = step.add(step.orm.insert(messages).values(values).returning());
    step.add(
      step.orm
        .update(conversations)
        .set({
          headMessageId: last.id,
          nextOrdinal: conversation.nextOrdinal + values.length,
          updatedAt: last.createdAt,
        })
        .where(eq(conversations.id, conversationId)),
    );
    return rows;
  });
  return rows.toSorted((a, b) => a.ordinal - b.ordinal);
}

export type DocumentRow = Tables['documents']['$inferSelect'];

type DocumentGiven = Partial<Tables['documents']['$inferInsert']> & { conversationId: number };

/** A document of a conversation, with a version of each content, made by answers. */
export async function insertDocument(
  db: Database,
  { contents = ['# Plan'], ...given }: DocumentGiven & { contents?: readonly string[] },
): Promise<DocumentRow> {
  const { documents, documentVersions } = db.tables;
  const createdAt = given.createdAt ?? new Date();
  const id = given.id ?? randomUUID();
  const versions = contents.map((content, at) => ({
    ...{ documentId: id, number: at + 1, content, madeBy: 'answer' as const, createdAt },
  }));
  const { rows } = await db.atomic((step) => {
    const rows = step.add(
      step.orm
        .insert(documents)
        .values({
          ...{ title: 'Plan', kind: 'markdown', version: contents.length, createdAt, updatedAt: createdAt },
          ...given,
          id,
        })
        .returning(),
    );
    step.add(step.orm.insert(documentVersions).values(versions));
    return rows;
  });
  return only(rows);
}

type MemoryGiven = Partial<Omit<Tables['memories']['$inferInsert'], 'userId'>>;

/** Memories of a user, oldest first, included in the user's count. Times are a second apart. */
export async function insertMemories(
  db: Database,
  userId: string,
  given: readonly MemoryGiven[],
): Promise<MemoryRow[]> {
  const { memories, memoryAccounts } = db.tables;
  const startMs = Date.now() - given.length * 1000;
  const values = given.map((entry, i) => {
    const createdAt = entry.createdAt ?? new Date(startMs + i * 1000);
    return {
      id: randomUUID(),
      userId,
      ...emptyMemoryText,
      title: `Memory ${i + 1}`,
      content: `What is remembered as number ${i + 1}.`,
      category: defaultMemoryCategory,
      conversationId: null,
      messageId: null,
      createdAt,
      updatedAt: createdAt,
      ...entry,
    };
  });
  if (values.length === 0) return [];
  const { rows } = await db.atomic((step) => {
    const rows = step.add(step.orm.insert(memories).values(values).returning());
    step.add(
      step.orm
        .insert(memoryAccounts)
        .values({ userId, total: values.length })
        .onConflictDoUpdate({
          target: memoryAccounts.userId,
          set: { total: sql`${memoryAccounts.total} + ${values.length}` },
        }),
    );
    return rows;
  });
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** The audit entry of an administrator (`actorId`) who opened a person's messages (`targetUserId`). */
export async function insertChatView(
  db: Database,
  given: { targetUserId: string; actorId: string; reason?: string; createdAt: Date },
): Promise<{ id: string }> {
  const { reason, ...entry } = given;
  const detail = reason === undefined ? {} : { reason };
  const rows = await db.write((orm) =>
    orm
      .insert(db.tables.auditLog)
      .values({ id: randomUUID(), action: 'messages.read', detail, ...entry })
      .returning({ id: db.tables.auditLog.id }),
  );
  return only(rows);
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}
