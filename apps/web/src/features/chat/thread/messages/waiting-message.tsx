import { modeCommandOf } from '@noek/contract/chat/mode-commands';
import { Clock, CloudOff, LogIn } from 'lucide-react';
import { TextButton } from '../../../../components/base/button.tsx';
import { SignInLink } from '../../../session/start/sign-in-link.tsx';
import { FileNames } from '../../files/in-messages/file-names.tsx';
import { CommandLine } from '../../message/command-line.tsx';
import { Bubble, MessageFrame } from '../../message/message-frame.tsx';
import type { OutboxEntry } from '../../outbox/outbox-entry.ts';
import { useSend } from '../../session/sends.ts';
import { chatTexts } from '../../texts.ts';
import { threadTexts } from '../texts.ts';
import { hasMarkup, OwnText } from './own-text.tsx';

/** An unsent message or request for a new answer, with what it waits for and its actions. */
export function WaitingMessage({ entry }: { entry: OutboxEntry }) {
  const { sending, isRunning } = useSend();
  const { kind, content, files = [] } = entry;
  const isText = !modeCommandOf(content) && (content !== '' || files.length > 0);
  const isSending = isRunning(entry);
  const waitsFor = entry.state === 'sending' ? 'connection' : entry.state;
  const command = modeCommandOf(content);
  const Icon = { connection: CloudOff, session: LogIn, decision: Clock }[waitsFor];
  const text = {
    connection: isSending ? chatTexts.sending.sending : chatTexts.sending.waitingForConnection,
    session: threadTexts.waiting.forSignIn,
    decision: entry.refusal ?? threadTexts.waiting.notSent,
  }[waitsFor];
  return (
    <MessageFrame>
      {command && <CommandLine command={command} />}
      {isText && (
        <div className="grid w-full justify-items-end opacity-75">
          <FileNames files={files} />
          {content !== '' && <Bubble text={content}>{hasMarkup(content) && <OwnText text={content} />}</Bubble>}
        </div>
      )}
      <div className="flex min-h-(--size-control-sm) flex-wrap items-center justify-end gap-x-2.5 text-text-muted text-xs">
        <p role="status" className="inline-flex items-center gap-1.5">
          <Icon className="icon size-3.5!" aria-hidden />
          {kind === 'regenerate' && `${threadTexts.waiting.regenerate} `}
          {text}
        </p>
        {waitsFor === 'session' ? (
          <SignInLink className="prose-link px-1 py-2 font-medium text-sm">{threadTexts.waiting.signIn}</SignInLink>
        ) : (
          <TextButton disabled={isSending && waitsFor === 'connection'} onClick={() => sending.sendNow(entry)}>
            {threadTexts.waiting.sendNow}
          </TextButton>
        )}
        {isText && <TextButton onClick={() => sending.edit(entry)}>{threadTexts.waiting.edit}</TextButton>}
        <TextButton onClick={() => sending.discard(entry)}>{threadTexts.waiting.discard}</TextButton>
      </div>
    </MessageFrame>
  );
}
