import { randomFillSync } from 'node:crypto';

const bytesPerId = 8;
/** Random bytes for the next ids. One call for many ids costs as much as one for a single id. */
const pool = Buffer.alloc(512 * bytesPerId);
let used = pool.length;

/** A random integer in 1 … 2^53 - 1: exact in every JSON parser, and hard to guess. */
export function newConversationId(): number {
  for (;;) {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    const id = Number(pool.readBigUInt64BE(used) >> 11n);
    used += bytesPerId;
    if (id > 0) return id;
  }
}
