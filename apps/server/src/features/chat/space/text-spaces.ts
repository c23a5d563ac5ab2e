import type { User } from '@noek/contract/auth/schemas';
import { textSpaces } from '@noek/contract/subscription/plans';
import { LRUCache } from 'lru-cache';
import type { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { spaceSize } from '../../../text/space-size.ts';
import { countText } from './count-text.ts';
import { spaceAdvice } from './space-texts.ts';

/** How old a count may be before a send asks for another one, in milliseconds: younger when little is left. */
const countEveryMs = { littleLeft: 10_000, muchLeft: 10 * 60_000 };
const littleLeftFrom = 0.9;
/** The counts of this many people are kept. Others are counted again. */
const maxKept = 10_000;

type Account = Pick<User, 'id' | 'accessLevel'>;

/** How much text people store, as far as this process has counted. */
export type TextSpaces = {
  /** Counts the bytes of a person's messages and memories. Calls at the same time share one count. */
  count(userId: string): Promise<number>;
  /**
   * Throws CONFLICT if a person has no space left; otherwise adds `adding` bytes to the known sum. A call waits for a count only before a
   * refusal.
   */
  require(user: Account, adding: number): Promise<void>;
};

export function createTextSpaces({ db, now }: Pick<Deps, 'db' | 'now'>, background: BackgroundWork): TextSpaces {
  const counts = new LRUCache<string, { bytes: number; at: number }>({ max: maxKept });
  const counting = new Map<string, Promise<number>>();

  function count(userId: string): Promise<number> {
    const running = counting.get(userId) ?? countText(db, userId).finally(() => counting.delete(userId));
    counting.set(userId, running);
    return running.then((bytes) => {
      counts.set(userId, { bytes, at: now().getTime() });
      return bytes;
    });
  }

  return {
    count,
    async require({ id, accessLevel }, adding) {
      const limit = textSpaces[accessLevel];
      const known = counts.get(id);
      if (known && known.bytes >= limit && (await count(id)) >= limit) throw full(accessLevel);
      const { bytes, at } = counts.get(id) ?? { bytes: 0, at: 0 };
      const every = bytes < littleLeftFrom * limit ? countEveryMs.muchLeft : countEveryMs.littleLeft;
      if (now().getTime() - at > every) background.run('the text of an account could not be counted', () => count(id));
      if (known) counts.set(id, { bytes: bytes + adding, at });
    },
  };
}

const full = (accessLevel: User['accessLevel']) =>
  new AppError(
    'CONFLICT',
    `Your account has used up the ${spaceSize(textSpaces[accessLevel])} that it has for text. To make room, ${spaceAdvice(accessLevel)}.`,
  );
