import type { TextSpace } from '@noek/contract/archive/schemas';
import type { User } from '@noek/contract/auth/schemas';
import { textSpaces } from '@noek/contract/subscription/plans';
import type { Ctx } from '../../context.ts';
import { spaceSize } from '../../text/space-size.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { spaceAdvice } from '../chat/space/space-texts.ts';
import { conversationPaths, memoriesPath } from './import/archive-content.ts';
import { ArchiveProblem } from './zip/archive-problem.ts';
import type { ZipReader } from './zip/read-zip.ts';

/** How much text the caller's account stores, and how much it may, in bytes. Throws UNAUTHORIZED. */
export async function readTextSpace(ctx: Ctx): Promise<TextSpace> {
  const { user } = requireSession(ctx);
  return { bytesUsed: await ctx.textSpaces.count(user.id), bytesLimit: textSpaces[user.accessLevel] };
}

/**
 * Throws NoSpace if an archive unpacks to more than a person has left. `count` tells how much text the account stores. No file of the
 * archive can be longer than it says.
 */
export async function refuseBeyondSpace(
  count: (userId: string) => Promise<number>,
  user: Pick<User, 'id' | 'accessLevel'>,
  zip: ZipReader,
): Promise<void> {
  const limit = textSpaces[user.accessLevel];
  const sizes = [...conversationPaths(zip), memoriesPath].map((path) => zip.entries.get(path)?.uncompressedSize ?? 0);
  const unpacked = sizes.reduce((sum, size) => sum + size, 0);
  if (unpacked <= limit && unpacked <= limit - (await count(user.id))) return;
  throw new NoSpace(
    `This archive unpacks to ${spaceSize(unpacked)}, which is more than is left of the ${spaceSize(limit)} that your account has for text. Nothing was imported. To make room, ${spaceAdvice(user.accessLevel)}.`,
  );
}

/** An archive that is whole, but too large for what is left. */
export class NoSpace extends ArchiveProblem {}
