import type { Step } from '@noek/db/database';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../../context.ts';
import { keepBlobs } from '../blobs/blobs.ts';
import type { FileOwner, FileRow } from '../files.queries.ts';
import { networkOf } from '../turns/turn-of.ts';
import { takeSlotOfGuest } from './add-file.ts';
import { countBytes, personOf, requireSpace } from './file-space.ts';

/** SQLite takes 32,766 values per statement. */
const rowsPerStatement = 500;
const theFiles = 'The files of this conversation do';

/**
 * The rows of copies of other people's files, by the id of the original. Their bytes are not copied. Their text follows in the background,
 * as it was read before: writing it here would delay all other writes. Guests get as many as they may still add. Throws CONFLICT if the
 * account has no space for all.
 */
export async function copiesOf(
  ctx: Ctx,
  { userId, guestId }: { userId: string | null; guestId: string | null },
  originals: readonly FileRow[],
): Promise<Map<string, FileRow>> {
  const copies = new Map<string, FileRow>();
  await requireSpace(
    ctx,
    personOf(ctx.actor),
    originals.reduce((bytes, { size }) => bytes + size, 0),
    theFiles,
  );
  for (const original of originals) {
    if (guestId !== null && (await takeSlotOfGuest(ctx, guestId)) === null) break;
    const unread = {
      pages: null,
      characters: null,
      unit: null,
      about: null,
      problem: null,
      readAs: null,
      state: 'reading' as const,
    };
    // Pictures have no text to read.
    const hasText = original.state === 'ready' && original.width === null;
    copies.set(original.id, {
      ...original,
      // The text of a picture is not copied.
      ...(hasText ? unread : { characters: null, problem: null }),
      ...({ id: uuidv7(), userId, guestId } as FileOwner & { id: string }),
      ...{ scans: 0, scansLeft: 0, readWith: 0 },
      attempts: 0,
      readingUntil: null,
      network: hasText ? networkOf(ctx) : null,
      copiedFrom: hasText ? original.id : null,
      unusedSince: null,
      inSearch: false,
      createdAt: ctx.now(),
    });
  }
  return copies;
}

/** Stores copies, after their messages. The step throws BlobGone if a file was deleted meanwhile, and CONFLICT without space. */
export function storeCopies(
  ctx: Ctx,
  step: Step,
  copies: readonly FileRow[],
  messageFiles: readonly { messageId: string; fileId: string }[],
): void {
  if (copies.length === 0) return;
  const { files: f, messageFiles: of } = ctx.db.tables;
  const bytes = copies.reduce((sum, { size }) => sum + size, 0);
  keepBlobs(
    ctx,
    step,
    copies.flatMap(({ sha256, previewSha256 }) => (previewSha256 ? [sha256, previewSha256] : [sha256])),
  );
  countBytes(ctx, step, personOf(ctx.actor), bytes, theFiles);
  for (const part of inParts(copies)) step.add(step.orm.insert(f).values(part));
  for (const part of inParts(messageFiles)) step.add(step.orm.insert(of).values(part));
}

const inParts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, part) =>
    rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement),
  );
