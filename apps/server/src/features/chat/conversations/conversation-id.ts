import { randomBytes } from 'node:crypto';

/** A random integer in 1 … 2^53 - 1: exact in every JSON parser, and hard to guess. */
export function newConversationId(): number {
  for (;;) {
    const id = Number(randomBytes(8).readBigUInt64BE() >> 11n);
    if (id > 0) return id;
  }
}
