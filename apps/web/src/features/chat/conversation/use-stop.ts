import type { Message } from '@noek/contract/chat/schemas';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { useAnswers } from '../streaming/answers.ts';
import { chatTexts } from '../texts.ts';

/** Stops the running answer and keeps what is on screen; null while no answer runs. */
export function useStop(running: Message | undefined): (() => void) | null {
  const { client } = trpc.useUtils();
  const answers = useAnswers();
  if (!running) return null;
  return () => {
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
  };
}
