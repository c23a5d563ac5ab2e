import { modeCommandOf } from '@noek/contract/chat/mode-commands';
import { CircleAlert } from 'lucide-react';
import { UpgradeLink } from '../../subscription/upgrade-link.tsx';
import { AnswerFrame } from '../message/answer-frame.tsx';
import { CommandLine } from '../message/command-line.tsx';
import { DaySeparator } from '../message/day-separator.tsx';
import { FileNames } from '../message/file-names.tsx';
import { Bubble, MessageFrame } from '../message/message-frame.tsx';
import { TypingIndicator } from '../message/typing-indicator.tsx';
import type { OutboxEntry } from '../send/outbox-entry.ts';
import type { SendRefusal } from '../send/send-refusal.ts';
import { useSend } from '../session/sends.ts';
import { useSession } from '../session/session.ts';
import { WaitingMessage } from '../thread/messages/waiting-message.tsx';

/** The first messages of a conversation, shown until the code of the message list has loaded. */
export function FirstSend() {
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

/** Why a message was not sent, shown above the box, which has the text again. */
export function SendRefused({ refusal: { kind, text } }: { refusal: SendRefusal }) {
  const { user } = useSession();
  return (
    <p role="alert" className="flex items-start gap-2 px-4.5 pb-2.5 text-danger-ink text-sm">
      <CircleAlert className="icon mt-0.5" aria-hidden />
      <span className="min-w-0">
        {text} {kind === 'limit' && user && <UpgradeLink user={user} className="prose-link font-medium" />}
      </span>
    </p>
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
