import { uploadsAtOnce } from '@noek/contract/files/limits';
import type { BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { ipPrefix } from '../../../ip-address.ts';
import { fileOwnerOf } from '../files.queries.ts';

/** How long a caller waits who is refused, in seconds. Most uploads take less. */
const retryAfter = 5;

export type Uploads = {
  /**
   * Does the work that receives an upload, and nothing of it while too many others are being received: of the same person or guest, or from
   * the same network. Then throws RATE_LIMITED. Only this process is counted: each has a disk and a memory of its own, or is one of a few.
   */
  receive<Result>(caller: Pick<BaseCtx, 'actor' | 'request'>, work: () => Promise<Result>): Promise<Result>;
  /**
   * Counts the bytes of one of a person's uploads while they arrive. `left`: how many the person may still add. `add` returns false once all
   * uploads of the person together need more. Only this process is counted, and what has been stored meanwhile may be in neither number: the
   * conditional UPDATE of `countBytes` keeps the limit, and this keeps the disk free of what it would refuse.
   */
  count(userId: string, left: number): { add(bytes: number): boolean; end(): void };
};

export function createUploads(): Uploads {
  const running = new Map<string, number>();
  const arriving = new Map<string, { uploads: number; bytes: number; left: number }>();

  const countOf = (key: string): number => running.get(key) ?? 0;

  function begin(key: string): () => void {
    running.set(key, countOf(key) + 1);
    return () => {
      const others = countOf(key) - 1;
      if (others > 0) running.set(key, others);
      else running.delete(key);
    };
  }

  return {
    async receive({ actor, request }, work) {
      const owner = fileOwnerOf(actor);
      const ownKey = owner && `owner ${owner.userId ?? owner.guestId}`;
      const network = `network ${ipPrefix(request.ip)}`;
      const most = uploadsAtOnce[actor.kind === 'guest' ? 'guest' : 'person'];
      if (ownKey && countOf(ownKey) >= most) throw tooManyOfOwner(most);
      if (countOf(network) >= uploadsAtOnce.network) throw tooManyOfNetwork();
      const ends = [begin(network), ...(ownKey ? [begin(ownKey)] : [])];
      try {
        return await work();
      } finally {
        for (const end of ends) end();
      }
    },
    count(userId, left) {
      const all = arriving.get(userId) ?? { uploads: 0, bytes: 0, left };
      arriving.set(userId, all);
      all.uploads++;
      // The newest number is the best one.
      all.left = left;
      let own = 0;
      let ended = false;
      return {
        add(bytes) {
          own += bytes;
          all.bytes += bytes;
          // A single one may become smaller before it is stored, as pictures do.
          return all.bytes <= all.left || all.bytes === own;
        },
        end() {
          if (ended) return;
          ended = true;
          all.bytes -= own;
          if (--all.uploads === 0) arriving.delete(userId);
        },
      };
    },
  };
}

const tooManyOfOwner = (most: number) => refused(`You are sending ${most} files already. Wait until one of them has`);
const tooManyOfNetwork = () => refused('Many files are being sent from your network. Wait until some of them have');

const refused = (why: string) =>
  new AppError('RATE_LIMITED', `${why} arrived, and try again.`, { headers: { 'Retry-After': String(retryAfter) } });
