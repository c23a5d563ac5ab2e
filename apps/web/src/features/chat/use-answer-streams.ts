import { useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { Answers } from './streaming/answers.ts';
import type { ChatCache } from './use-chat-cache.ts';

/** The answers being written on this page, fed by the server's event stream. */
export function useAnswerStreams(cache: ChatCache): Answers {
  const { client } = trpc.useUtils();
  const latest = useRef(cache);
  latest.current = cache;
  const [answers] = useState(
    () =>
      new Answers({
        subscribe: (input, handlers) => client.chat.events.subscribe(input, handlers),
        onDone: (message) => latest.current.putDone(message),
        onLost: (message) => latest.current.reloadMessages(message.conversationId),
      }),
  );
  return answers;
}
