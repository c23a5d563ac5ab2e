import type { User } from '@noek/contract/auth/schemas';
import { maxFileBytes } from '@noek/contract/files/limits';
import { fileSpaces } from '@noek/contract/subscription/plans';
import type { Database, Step } from '@noek/db/database';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { AppError } from '../../../../errors.ts';
import { spaceSize } from '../../../../text/space-size.ts';
import { countBytes, spaceLeft } from '../../../files/adding/file-space.ts';
import { prepareFile } from '../../../files/adding/prepare-file.ts';
import { BlobGone, keepBlobs, storeBlob } from '../../../files/blobs/blobs.ts';
import type { FileRow } from '../../../files/files.queries.ts';
import { turnOf } from '../../../files/turns/turn-of.ts';
import { NoSpace } from '../../text-space.ts';
import type { FoundFile, ImportedFiles, Importing } from '../importing.ts';
import type { StoredFile } from '../sources/import-source.ts';
import { newIdOf } from './new-id.ts';

const maxTries = 5;
const idsPerQuery = 500;

/**
 * Adds files as an upload would: their kind is found out by content, pictures are re-encoded, and text is read in the background. A file that
 * an earlier attempt has added is used again.
 */
export function importedFiles(importing: Importing, user: User): ImportedFiles {
  const found = new Map<string, FoundFile>();
  return {
    async find(oldId, stored) {
      const known = found.get(oldId);
      if (known) return known;
      const file = await addOnce(importing, user, newIdOf(user.id, 'file', oldId), stored);
      found.set(oldId, file);
      return file;
    },
  };
}

async function addOnce(importing: Importing, user: User, id: string, stored: StoredFile | null): Promise<FoundFile> {
  const { deps } = importing;
  const { files: f } = deps.db.tables;
  const isIt = and(eq(f.id, id), eq(f.userId, user.id));
  // An earlier attempt may have left it without a message. It must not be removed before it has one again.
  const [unused] = await deps.db.write((orm) =>
    orm
      .update(f)
      .set({ unusedSince: deps.now() })
      .where(and(isIt, isNotNull(f.unusedSince)))
      .returning(),
  );
  const [known] = unused ? [unused] : await deps.db.orm.select().from(f).where(isIt);
  if (known) return { row: known };
  if (!stored) return missing('This file is not in the archive.');
  const { name, bytes } = stored;
  if (bytes > maxFileBytes.person) return missing(`This file is larger than ${spaceSize(maxFileBytes.person)}.`);
  const all = await stored.read();
  try {
    const { row, blob, preview } = await prepareFile(deps, {
      name,
      read: async () => all,
      turn: turnOf({ userId: user.id, guestId: null }, null),
    });
    const added: FileRow = {
      ...row,
      ...{ id, userId: user.id, guestId: null, inSearch: false, attempts: 0, readingUntil: null },
      ...{ network: null, copiedFrom: null, readAs: null, scans: 0, scansLeft: 0, readWith: 0 },
      unusedSince: deps.now(),
      createdAt: deps.now(),
    };
    const blobs = [blob, ...(preview ? [preview] : [])];
    for (let tries = 1; ; tries++) {
      for (const one of blobs) await storeBlob(deps, one);
      try {
        await write(
          importing,
          user,
          added,
          blobs.map(({ sha256 }) => sha256),
        );
        deps.fileReadings.announce();
        return { row: added };
      } catch (error) {
        if (!(error instanceof BlobGone) || tries === maxTries) throw error;
      }
    }
  } catch (error) {
    // It is of a kind that is not taken, or the space was used up meanwhile: its name stays.
    if (error instanceof AppError) return missing(error.message);
    throw error;
  }
}

const write = ({ deps, write }: Importing, user: User, row: FileRow, hashes: string[]): Promise<void> =>
  write(
    (step) => {
      keepBlobs(deps, step, hashes);
      countBytes(deps, step, user, row.size);
      step.add(step.orm.insert(deps.db.tables.files).values(row));
    },
    { filesAdded: 1 },
  );

/** Gives imported messages their files, unless these were deleted meanwhile. */
export function attachImported(
  { tables: { files: f, messageFiles: of } }: Database,
  step: Step,
  messageFiles: ReadonlyMap<string, readonly string[]>,
): void {
  for (const [messageId, fileIds] of messageFiles) {
    step.add(
      step.orm.insert(of).select(
        step.orm
          .select({ messageId: sql<string>`${messageId}`.as('message_id'), fileId: f.id })
          .from(f)
          .where(inArray(f.id, [...fileIds])),
      ),
    );
    step.add(
      step.orm
        .update(f)
        .set({ unusedSince: null })
        .where(inArray(f.id, [...fileIds])),
    );
  }
}

/**
 * Throws NoSpace if files take more than the account has left, without those that it has already. `bytesOf`: their bytes, by their ids in
 * the upload.
 */
export async function refuseFilesBeyondSpace(
  db: Database,
  user: Pick<User, 'id' | 'accessLevel'>,
  bytesOf: ReadonlyMap<string, number>,
): Promise<void> {
  const { files: f } = db.tables;
  const stored = new Map([...bytesOf].map(([oldId, bytes]) => [newIdOf(user.id, 'file', oldId), bytes]));
  const ids = [...stored.keys()];
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    const rows = await db.orm
      .select({ id: f.id })
      .from(f)
      .where(inArray(f.id, ids.slice(at, at + idsPerQuery)));
    for (const { id } of rows) stored.delete(id);
  }
  const bytes = [...stored.values()].reduce((sum, size) => sum + size, 0);
  if (bytes === 0 || bytes <= (await spaceLeft({ db }, user))) return;
  throw new NoSpace(
    `The files of this archive take ${spaceSize(bytes)}, which is more than is left of the ${spaceSize(fileSpaces[user.accessLevel])} that your account has for files. Nothing was imported. To make room, delete some files in your account.`,
  );
}

const missing = (problem: string): FoundFile => ({ row: null, problem });
