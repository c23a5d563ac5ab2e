import type {
  ArchivedMemory,
  ArchivedMessage,
  ArchivedProject,
  ArchivedPrompt,
  TextSpace,
} from '@noek/contract/archive/schemas';
import type { User } from '@noek/contract/auth/schemas';
import { textSpaces } from '@noek/contract/subscription/plans';
import type { Database } from '@noek/db/database';
import type { Ctx } from '../../context.ts';
import { spaceSize } from '../../text/space-size.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { bytesPerRow, countText } from '../chat/space/count-text.ts';
import { spaceAdvice } from '../chat/space/space-texts.ts';
import { ArchiveProblem } from './zip/archive-problem.ts';

/** How much text the caller's account stores, and how much it may, in bytes. Throws UNAUTHORIZED. */
export async function readTextSpace(ctx: Ctx): Promise<TextSpace> {
  const { user } = requireSession(ctx);
  return { bytesUsed: await ctx.textSpaces.count(user.id), bytesLimit: textSpaces[user.accessLevel] };
}

/** Throws NoSpace if a person has less space for text left than these bytes. */
export async function refuseTextBeyondSpace(
  db: Database,
  user: Pick<User, 'id' | 'accessLevel'>,
  bytes: number,
): Promise<void> {
  const limit = textSpaces[user.accessLevel];
  if (bytes === 0 || bytes <= limit - (await countText(db, user.id))) return;
  throw new NoSpace(
    `What is new in this upload takes ${spaceSize(bytes)}, which is more than is left of the ${spaceSize(limit)} that your account has for text. Nothing was imported. To make room, ${spaceAdvice(user.accessLevel)}.`,
  );
}

/** What a message, memory, project or prompt takes of the space for text, in bytes. */
export function textBytesOf(item: ArchivedMessage | ArchivedMemory | ArchivedProject | ArchivedPrompt): number {
  const parts =
    'role' in item
      ? [
          item.content,
          ...[item.steps, item.sources, item.memories, item.instructions, item.reasoning ?? []].map(jsonUnlessEmpty),
        ]
      : 'title' in item
        ? [item.title, item.content, item.category]
        : [item.name, 'text' in item ? item.text : item.instructions];
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), bytesPerRow);
}

const jsonUnlessEmpty = (value: object) => (Array.isArray(value) && value.length === 0 ? '' : JSON.stringify(value));

/** An archive that is whole, but too large for what is left. */
export class NoSpace extends ArchiveProblem {}
