import type { User } from '@noek/contract/auth/schemas';
import { textSpaces } from '@noek/contract/subscription/plans';
import type { Ctx } from '../../../context.ts';
import { spaceSize } from '../../../text/space-size.ts';
import { spaceAdvice } from '../../chat/space/space-texts.ts';
import { NoSpace } from '../text-space.ts';
import type { ZipReader } from '../zip/read-zip.ts';
import { findKnown } from './adding/find-known.ts';
import {
  conversationIn,
  conversationPaths,
  memoriesPath,
  projectsPath,
  promptsPath,
} from './sources/archive-content.ts';

/**
 * Throws NoSpace if an archive of Noek unpacks to more than a person has left, without the conversations that the account has already. `count`
 * tells how much text the account stores. No file of the archive can be longer than it says.
 */
export async function refuseBeyondSpace(
  { db, textSpaces: spaces }: Pick<Ctx, 'db' | 'textSpaces'>,
  user: Pick<User, 'id' | 'accessLevel'>,
  zip: ZipReader,
): Promise<void> {
  const limit = textSpaces[user.accessLevel];
  const sizeOf = (path: string) => zip.entries.get(path)?.uncompressedSize ?? 0;
  const paths = conversationPaths(zip);
  let unpacked = [...paths, memoriesPath, projectsPath, promptsPath].reduce((sum, path) => sum + sizeOf(path), 0);
  const left = limit - (unpacked > limit ? 0 : await spaces.count(user.id));
  for (const path of paths) {
    if (unpacked <= left) return;
    const conversation = await conversationIn(zip, path);
    if (conversation && (await findKnown(db, user.id, conversation))) unpacked -= sizeOf(path);
  }
  if (unpacked <= left) return;
  throw new NoSpace(
    `This archive unpacks to ${spaceSize(unpacked)}, which is more than is left of the ${spaceSize(limit)} that your account has for text. Nothing was imported. To make room, ${spaceAdvice(user.accessLevel)}.`,
  );
}
