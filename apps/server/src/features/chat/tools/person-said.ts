import type { Database } from '@noek/db/database';
import { type Said, saidBy } from '../../memory/words/own-words.ts';
import { type OwnMessage, ownMessages } from '../records/own-messages.ts';

/**
 * What the person said up to the question of an answer, newest first. It is read once, however often a model calls tools, and again after a
 * failure.
 */
export type PersonSaid = () => Promise<readonly Said<OwnMessage>[]>;

export function personSaid(db: Database, questionId: string): PersonSaid {
  let found: ReturnType<PersonSaid> | null = null;
  return () => {
    if (found === null) {
      found = ownMessages(db, questionId).then(saidBy);
      found.catch(() => {
        found = null;
      });
    }
    return found;
  };
}
