import type { Message } from '@noek/contract/chat/schemas';
import type { AnswerChanges } from './answer-changes.ts';
import { answersOf } from './answers.ts';

/** Keeps an answer as it is on screen, and returns how much of it is. */
export const freezeAnswer = (changes: AnswerChanges, running: Message): number =>
  answersOf(changes).buffer(running).freeze();

/** Shows an answer that continues again, with what has arrived meanwhile. */
export const thawAnswer = (changes: AnswerChanges, running: Message): void => answersOf(changes).buffer(running).thaw();
