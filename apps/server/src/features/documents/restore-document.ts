import type { Document } from '@noek/contract/documents/schemas';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { announceDocument } from './announce-document.ts';
import { changeDocument } from './change-document.ts';
import { documentNotFound, documentOwnerOf, findDocument, findVersion, toDocument } from './documents.queries.ts';
import { requireTextSpaceFor } from './text-space.ts';
import { byPerson } from './update-document.ts';

/** How often it is tried while others change the document. */
const maxTries = 20;

/**
 * Makes an earlier version of one of the caller's documents the newest again, as a new version. Throws NOT_FOUND, also for a version that it
 * does not have, and CONFLICT if there is no room.
 */
export async function restoreDocument(
  ctx: Ctx,
  { documentId, version: number }: { documentId: string; version: number },
): Promise<Document> {
  const owner = documentOwnerOf(ctx.actor);
  if (!owner) throw documentNotFound();
  await findDocument(ctx, documentId);
  const version = byPerson((await findVersion(ctx.db, documentId, number)).content);
  await requireTextSpaceFor(ctx, version.content);
  for (let tries = 0; tries < maxTries; tries++) {
    const { version: baseVersion } = await findDocument(ctx, documentId);
    const row = await changeDocument(ctx, owner, { documentId, baseVersion }, { version });
    if (!row) continue;
    const document = toDocument({ ...row, ...version });
    announceDocument(ctx, owner, document);
    return document;
  }
  throw new AppError('UNAVAILABLE', 'This document is being changed elsewhere. Please try again.');
}
