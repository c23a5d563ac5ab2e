import { guestDocuments, maxDocuments } from '@noek/contract/documents/limits';
import { documentProblems } from '@noek/contract/documents/texts';
import type { Step } from '@noek/db/database';
import { and, count, eq, isNull, sql, sum } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { guestSignedIn } from '../auth/guest/read-guest.ts';
import { conversationsOf, type DocumentOwner } from './documents.queries.ts';

type Db = Pick<Deps, 'db'>;

/** What is added to an owner's documents. */
type Added = { documents: number; bytes: number };

/**
 * Refuses the step with CONFLICT if the owner then had too many documents, or a guest too many bytes of them. Add it before the statements
 * that write: it makes parallel calls of one owner wait for each other, so that each counts the others.
 */
export function requireDocumentSpace({ db }: Db, step: Step, owner: DocumentOwner, added: Added): void {
  const isGuest = owner.userId === null;
  // Only guests have a limit for what an existing document adds: the text of accounts is counted together.
  if (!isGuest && added.documents === 0) return;
  holdOwner({ db }, step, owner);
  const { conversations: c, documents: d, documentVersions: v } = db.tables;
  const counted = step.add(
    step.orm
      .select({ documents: count() })
      .from(d)
      .innerJoin(c, eq(c.id, d.conversationId))
      .where(conversationsOf(db, owner)),
  );
  const most = isGuest ? guestDocuments.documents : maxDocuments;
  const refusal = isGuest ? documentProblems.guestTooMany : documentProblems.tooMany;
  step.check(() => {
    if (added.documents > 0 && (counted.rows[0]?.documents ?? 0) + added.documents > most)
      throw new AppError('CONFLICT', refusal);
  });
  if (!isGuest) return;
  const used = step.add(
    step.orm
      .select({ bytes: sum(sql`octet_length(${v.content})`) })
      .from(v)
      .innerJoin(d, eq(d.id, v.documentId))
      .innerJoin(c, eq(c.id, d.conversationId))
      .where(conversationsOf(db, owner)),
  );
  step.check(() => {
    if (Number(used.rows[0]?.bytes ?? 0) + added.bytes > guestDocuments.bytes)
      throw new AppError('CONFLICT', documentProblems.guestSpace);
  });
}

/** Writing the owner's row makes other calls of the owner wait until the commit. */
function holdOwner({ db }: Db, step: Step, owner: DocumentOwner): void {
  const { guests: g, users: u } = db.tables;
  if (owner.userId === null)
    step.must(
      step.orm
        .update(g)
        .set({ createdAt: g.createdAt as never })
        .where(eq(g.id, owner.guestId))
        .returning({ id: g.id }),
      guestSignedIn,
    );
  else
    step.must(
      step.orm
        .update(u)
        .set({ signedInAt: u.signedInAt as never })
        .where(and(eq(u.id, owner.userId), isNull(u.deletedAt)))
        .returning({ id: u.id }),
      () => new AppError('UNAUTHORIZED', 'Please sign in again.'),
    );
}
