import { maxDocumentBytes } from '@noek/contract/documents/limits';
import type { Document } from '@noek/contract/documents/schemas';
import { documentProblems } from '@noek/contract/documents/texts';
import { and, eq, type SQL } from 'drizzle-orm';
import { AppError } from '../../../errors.ts';
import { announceDocument } from '../announce-document.ts';
import { changeDocument } from '../change-document.ts';
import {
  type DocumentWithOrigin,
  documentNotFound,
  findVersion,
  selectDocuments,
  toDocument,
  type VersionRow,
} from '../documents.queries.ts';
import { ownerWithSpace, retryAfterSignIn } from './answering-owner.ts';
import { type Edit, type EditResult, withEdits } from './exact-edits.ts';
import type { DocumentCall, DocumentDeps } from './write-from-answer.ts';

/** How often it is tried while others change the document. */
const maxTries = 50;

/** `changed`: the document with its new version. `refused`: nothing was changed. `same`: the edits would change nothing. */
export type EditOutcome =
  | { kind: 'changed'; document: Document }
  | { kind: 'refused'; title: string; reason: Exclude<EditResult, { text: string }> }
  | { kind: 'same'; title: string };

/**
 * Changes the newest version of a document of the conversation, once for a call, whatever else changes it meanwhile: all edits are made, or
 * none. Throws NOT_FOUND, and CONFLICT if there is no room.
 */
export const editFromAnswer = (
  deps: DocumentDeps,
  call: DocumentCall,
  given: { documentId: string; edits: readonly Edit[] },
): Promise<EditOutcome> => retryAfterSignIn(() => edit(deps, call, given));

async function edit(
  deps: DocumentDeps,
  { conversationId, messageId, callKey }: DocumentCall,
  { documentId, edits }: { documentId: string; edits: readonly Edit[] },
): Promise<EditOutcome> {
  const { db } = deps;
  const { documents: d } = db.tables;
  const which = and(eq(d.id, documentId), eq(d.conversationId, conversationId)) as SQL;
  for (let tries = 0; tries < maxTries; tries++) {
    const [before] = await selectDocuments(db, which);
    if (!before) throw documentNotFound();
    const made = await madeBy(deps, before, callKey);
    if (made) return { kind: 'changed', document: made };
    const { content } = await findVersion(db, documentId, before.version);
    const result = withEdits(content, edits);
    if (!('text' in result)) return { kind: 'refused', title: before.title, reason: result };
    if (result.text === content) return { kind: 'same', title: before.title };
    if (Buffer.byteLength(result.text) > maxDocumentBytes) throw new AppError('CONFLICT', documentProblems.tooLarge);
    const owner = await ownerWithSpace(deps, conversationId, result.text);
    if (!owner) throw documentNotFound();
    const version = { content: result.text, madeBy: 'answer', messageId, callKey } as const;
    const row = await changeDocument(deps, owner, { documentId, baseVersion: before.version }, { version });
    if (!row) continue;
    const document = toDocument({ ...row, ...version });
    announceDocument(deps, owner, document);
    return { kind: 'changed', document };
  }
  throw new AppError('UNAVAILABLE', 'This document is being changed elsewhere. Please try again.');
}

/** The document as the same call has left it before; null if it has not. */
async function madeBy({ db }: DocumentDeps, document: DocumentWithOrigin, callKey: string): Promise<Document | null> {
  const { documentVersions: v } = db.tables;
  const [version]: Pick<VersionRow, 'number' | 'madeBy' | 'messageId'>[] = await db.orm
    .select({ number: v.number, madeBy: v.madeBy, messageId: v.messageId })
    .from(v)
    .where(and(eq(v.documentId, document.id), eq(v.callKey, callKey)));
  return version ? toDocument({ ...document, ...version, version: version.number }) : null;
}
