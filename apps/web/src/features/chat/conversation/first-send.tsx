import { modeCommandOf } from '@noek/contract/chat/mode-commands';
import { FileNames } from '../files/in-messages/file-names.tsx';
import { AnswerFrame } from '../message/answer-frame.tsx';
import { CommandLine } from '../message/command-line.tsx';
import { DaySeparator } from '../message/day-separator.tsx';
import { Bubble, MessageFrame } from '../message/message-frame.tsx';
import { TypingIndicator } from '../message/typing-indicator.tsx';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { useSend } from '../session/sends.ts';
import { WaitingMessage } from '../thread/messages/waiting-message.tsx';

/** The first messages of a conversation, shown until the code of the message list has loaded. */
export default function FirstSend() {
  const { entries } = useSend();
  return (
    <div className="mx-auto max-w-thread px-6 pt-7 pb-10 max-md:px-4">
      {entries[0] && <DaySeparator at={entries[0].createdAt} />}
      <div className="grid gap-7">
        {entries.map((entry) =>
          entry.state === 'sending' ? (
            <SendingMessage key={entry.clientMessageId} content={entry.content} files={entry.files} />
          ) : (
            <WaitingMessage key={entry.clientMessageId} entry={entry} />
          ),
        )}
      </div>
    </div>
  );
}

function SendingMessage({ content, files = [] }: Pick<OutboxEntry, 'content' | 'files'>) {
  const command = modeCommandOf(content);
  return (
    <>
      <MessageFrame>
        <FileNames files={files} />
        {command ? <CommandLine command={command} /> : content !== '' && <Bubble text={content} />}
        {!command && <div className="h-(--size-control-sm)" />}
      </MessageFrame>
      <AnswerFrame growing>
        <TypingIndicator />
      </AnswerFrame>
    </>
  );
}
