import type { DocumentKind } from '@noek/contract/documents/kinds';
import type { Document } from '@noek/contract/documents/schemas';
import type { Ctx } from '../../../context.ts';
import { addDocument } from '../add-document.ts';
import { announceDocument } from '../announce-document.ts';
import { conversationNotFound, toDocument } from '../documents.queries.ts';
import { type CountsText, ownerWithSpace, retryAfterSignIn } from './answering-owner.ts';

/** What documents of answers need of the process. */
export type DocumentDeps = Pick<Ctx, 'db' | 'now' | 'live'> & CountsText;

/** The call of a tool that makes or changes a document. Repeated with the same key, it has one effect. */
export type DocumentCall = { conversationId: number; messageId: string; callKey: string };

/** Makes a document for an answer, once for a call. Throws NOT_FOUND if the conversation was deleted, and CONFLICT if there is no room. */
export const writeFromAnswer = (
  deps: DocumentDeps,
  { conversationId, messageId, callKey }: DocumentCall,
  given: { title: string; kind: DocumentKind; content: string },
): Promise<Document> =>
  retryAfterSignIn(async () => {
    const owner = await ownerWithSpace(deps, conversationId, given.content);
    if (!owner) throw conversationNotFound();
    const origin = { madeBy: 'answer', messageId, sourceKey: `call:${callKey}` } as const;
    const { row, isNew } = await addDocument(deps, owner, { ...given, ...origin, conversationId });
    const document = toDocument(row);
    if (isNew) announceDocument(deps, owner, document);
    return document;
  });
