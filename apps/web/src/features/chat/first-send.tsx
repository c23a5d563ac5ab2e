import { AnswerFrame } from './answer-frame.tsx';
import type { Sending } from './message-cache.ts';
import { Bubble, MessageFrame } from './message-frame.tsx';
import { TypingIndicator } from './typing-indicator.tsx';

/** A message on its way, for as long as the code of the list of messages is on its way, too. */
export function FirstSend({ sending }: { sending: Sending }) {
  return (
    <div className="mx-auto grid max-w-thread gap-7 px-6 pt-7 max-md:px-4">
      <MessageFrame>
        <Bubble>{sending.content ?? ''}</Bubble>
        <div className="h-(--size-control-sm)" />
      </MessageFrame>
      <AnswerFrame growing>
        <TypingIndicator />
      </AnswerFrame>
    </div>
  );
}
