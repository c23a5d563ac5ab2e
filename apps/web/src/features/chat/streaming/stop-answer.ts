import type { Message } from '@noek/contract/chat/schemas';
import type { TrpcClient } from '../../../api/client.ts';
import { tellFailure } from '../../../api/failed.ts';
import { chatTexts } from '../texts.ts';
import type { AnswerChanges } from './answer-changes.ts';
import { answersOf } from './answers.ts';

/** Stops a running answer and keeps what is on screen. */
export function stopAnswer(client: TrpcClient, changes: AnswerChanges, running: Message): void {
  const answers = answersOf(changes);
  const buffer = answers.buffer(running);
  client.chat.stop.mutate({ messageId: running.id, shownLength: buffer.freeze() }).then(
    (message) => {
      if (message.status !== 'streaming') answers.end(message);
    },
    (error: unknown) => {
      buffer.thaw();
      tellFailure(chatTexts.conversation.stopFailed, error);
    },
  );
}
