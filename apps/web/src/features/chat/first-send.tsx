import { modeCommandOf } from '@noek/contract/limits';
import { AnswerFrame } from './answer-frame.tsx';
import { CommandLine } from './command-line.tsx';
import type { Sending } from './message-cache.ts';
import { Bubble, MessageFrame } from './message-frame.tsx';
import type { OutgoingMessage } from './outgoing/outgoing-messages.ts';
import { WaitingMessage, type WaitingMessageActions } from './outgoing/waiting-message.tsx';
import { TypingIndicator } from './typing-indicator.tsx';

/** The first messages of a conversation, on their way or waiting, until the code of the list of messages has come. */
export function FirstSend(props: {
  sending: Sending | null;
  waiting: readonly OutgoingMessage[];
  waitingActions: WaitingMessageActions;
}) {
  const { sending, waiting, waitingActions } = props;
  const command = modeCommandOf(sending?.content ?? '');
  return (
    <div className="mx-auto grid max-w-thread gap-7 px-6 pt-7 pb-10 max-md:px-4">
      {sending && (
        <>
          <MessageFrame>
            {command ? <CommandLine command={command} /> : <Bubble>{sending.content ?? ''}</Bubble>}
            {!command && <div className="h-(--size-control-sm)" />}
          </MessageFrame>
          <AnswerFrame growing>
            <TypingIndicator />
          </AnswerFrame>
        </>
      )}
      {waiting.map((message) => (
        <WaitingMessage key={message.clientMessageId} message={message} {...waitingActions} />
      ))}
    </div>
  );
}
