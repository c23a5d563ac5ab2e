import { filesOfGuestPerDay } from '@noek/contract/files/limits';
import type { File } from '@noek/contract/files/schemas';
import { isForeignKeyViolation } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { guestSignedIn, isStillGuest } from '../../auth/guest/read-guest.ts';
import { callerOf } from '../../auth/limits/auth-limits.ts';
import { type Rate, resetRate, returnRate, takeRate, takeSlot } from '../../auth/limits/rate-limit.ts';
import { BlobGone, keepBlobs, storeBlob } from '../blobs/blobs.ts';
import { type FileOwner, type FileRow, fileOwnerOf, toFile } from '../files.queries.ts';
import { networkOf, turnOf } from '../turns/turn-of.ts';
import { countBytes, personOf, requireSpace } from './file-space.ts';
import { prepareFile } from './prepare-file.ts';
import { receiveFile } from './receive-file.ts';

const day = 24 * 60 * 60_000;
const maxTries = 5;
/** Guests can get a new identity at any time, so their network is limited, too. */
const guestsOfNetwork: Rate = { burst: 50, perMs: 30 * 60_000 };

/**
 * Takes a file: receives it, finds out its kind, re-encodes pictures, stores the bytes and then its row. Text is read afterwards, in the
 * background. Throws BAD_REQUEST for an empty or damaged file, PAYLOAD_TOO_LARGE, UNSUPPORTED_FILE, CONFLICT if the account has no space
 * left, for all that it is receiving, and RATE_LIMITED for guests with too many files. Nothing is stored then. The number of a guest's files is
 * taken before the first byte is read, and given back if the file is not added.
 */
export async function addFile(
  ctx: Ctx,
  { name, body }: { name: string; body: ReadableStream<Uint8Array> },
): Promise<File> {
  const owner = requireFileOwner(ctx);
  if (owner.userId !== null) return receiveAndStore(ctx, owner, { name, body });
  const giveBack = await takeNumber(ctx, owner.guestId);
  try {
    return await receiveAndStore(ctx, owner, { name, body });
  } catch (error) {
    await giveBack();
    throw error;
  }
}

async function receiveAndStore(
  ctx: Ctx,
  owner: FileOwner,
  { name, body }: { name: string; body: ReadableStream<Uint8Array> },
): Promise<File> {
  const person = personOf(ctx.actor);
  const received = await receiveFile(ctx, body, person);
  try {
    const network = networkOf(ctx);
    const prepared = await prepareFile(ctx, { name, read: received.read, turn: turnOf(owner, network) });
    await requireSpace(ctx, person, prepared.blob.bytes.length);
    const row: FileRow = {
      ...prepared.row,
      id: uuidv7(),
      ...owner,
      readAs: null,
      scans: 0,
      scansLeft: 0,
      readWith: 0,
      attempts: 0,
      readingUntil: null,
      network: prepared.row.state === 'reading' ? network : null,
      copiedFrom: null,
      unusedSince: ctx.now(),
      inSearch: false,
      createdAt: ctx.now(),
    };
    received.uncount();
    await store(ctx, owner, row, prepared.blob, prepared.preview);
    if (row.state === 'reading') ctx.fileReadings.announce();
    return toFile(row);
  } finally {
    await received.remove();
  }
}

function requireFileOwner({ actor }: Ctx): FileOwner {
  if (actor.kind === 'guest' && actor.signedIn) throw guestSignedIn();
  const owner = fileOwnerOf(actor);
  if (!owner) throw new AppError('UNAUTHORIZED', 'Please sign in first.');
  return owner;
}

/** Takes one of the files that a guest, and a network's guests, can add. Resolves to the function that gives it back. Throws RATE_LIMITED. */
async function takeNumber(ctx: Ctx, guestId: string): Promise<() => Promise<void>> {
  const network = JSON.stringify(['guestFilesIp', callerOf(ctx)]);
  await takeRate(ctx, network, guestsOfNetwork);
  const slot = await takeSlotOfGuest(ctx, guestId);
  if (slot !== null)
    return async () => {
      await resetRate(ctx, slot);
      await returnRate(ctx, network, guestsOfNetwork);
    };
  await returnRate(ctx, network, guestsOfNetwork);
  throw new AppError('RATE_LIMITED', `Guests can add ${filesOfGuestPerDay} files in 24 hours. Sign in to add more.`, {
    headers: { 'Retry-After': String(day / 1000) },
  });
}

/** Takes one of the files that a guest can have in 24 hours. Returns null if there are none left. */
export function takeSlotOfGuest(ctx: Ctx, guestId: string): Promise<string | null> {
  const slots = Array.from({ length: filesOfGuestPerDay }, (_, slot) => JSON.stringify(['guestFile', guestId, slot]));
  return takeSlot(ctx, slots, day);
}

type Bytes = Parameters<typeof storeBlob>[1];

/** Stores the bytes, and then in one step the row and how much space the account uses. */
async function store(ctx: Ctx, owner: FileOwner, row: FileRow, blob: Bytes, preview: Bytes | null): Promise<void> {
  const { db } = ctx;
  const { files: f } = db.tables;
  const blobs = [blob, ...(preview ? [preview] : [])];
  const hashes = blobs.map(({ sha256 }) => sha256);
  for (let tries = 1; ; tries++) {
    await Promise.all(blobs.map((one) => storeBlob(ctx, one)));
    try {
      await db.atomic((step) => {
        keepBlobs(ctx, step, hashes);
        step.add(step.orm.insert(f).values(row));
        countBytes(ctx, step, personOf(ctx.actor), row.size);
      });
      return;
    } catch (error) {
      const isOutdated = error instanceof BlobGone || isForeignKeyViolation(error);
      if (!isOutdated || tries === maxTries) throw error;
      await requireStillThere(ctx, owner);
    }
  }
}

/** The owner may have been deleted, or have signed in as a guest, while the file was received. */
async function requireStillThere(ctx: Ctx, { userId, guestId }: FileOwner): Promise<void> {
  if (userId === null) {
    if (!(await isStillGuest(ctx, guestId))) throw guestSignedIn();
    return;
  }
  const { users: u } = ctx.db.tables;
  const [user] = await ctx.db.orm
    .select({ id: u.id })
    .from(u)
    .where(and(eq(u.id, userId), isNull(u.deletedAt)));
  if (!user) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
}
