import { useRef, useState } from 'react';
import type { ChatCache } from '../cache/use-chat-cache.ts';
import { Answers } from './answers.ts';

/** The answers being written, as far as this page knows; the live stream feeds them. */
export function useAnswerStreams(cache: ChatCache): Answers {
  const latest = useRef(cache);
  latest.current = cache;
  const [answers] = useState(
    () =>
      new Answers({
        onDone: (message) => latest.current.putDone(message),
        onLost: ({ conversationId }) => latest.current.reloadMessages(conversationId),
      }),
  );
  return answers;
}
