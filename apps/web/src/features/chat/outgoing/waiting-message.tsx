import { modeCommandOf } from '@noek/contract/limits';
import { Clock, CloudOff, LogIn } from 'lucide-react';
import { TextButton } from '../../../components/button.tsx';
import { SignInLink } from '../../session/sign-in-link.tsx';
import { CommandLine } from '../command-line.tsx';
import { Bubble, MessageFrame } from '../message-frame.tsx';
import type { OutgoingMessage } from './outgoing-messages.ts';

export type WaitingMessageActions = {
  /** What waits is on its way right now. */
  isSending: boolean;
  onSendNow: (message: OutgoingMessage) => void;
  /** Takes it back into the box. */
  onEdit: (message: OutgoingMessage) => void;
  onDiscard: (message: OutgoingMessage) => void;
};

/** A message that has not gone out yet: what it waits for, and what can be done with it. */
export function WaitingMessage(props: WaitingMessageActions & { message: OutgoingMessage }) {
  const { message, isSending } = props;
  const { waitsFor } = message;
  const command = modeCommandOf(message.content);
  const Icon = { connection: CloudOff, session: LogIn, decision: Clock }[waitsFor];
  const text = {
    connection: isSending ? 'Sending…' : 'Waiting for connection',
    session: 'Waiting for you to sign in',
    decision: message.refusal ?? 'Not sent',
  }[waitsFor];
  return (
    <MessageFrame>
      {command ? (
        <CommandLine command={command} />
      ) : (
        <div className="grid w-full justify-items-end opacity-75">
          <Bubble>{message.content}</Bubble>
        </div>
      )}
      <div className="flex min-h-(--size-control-sm) flex-wrap items-center justify-end gap-x-2.5 text-text-muted text-xs">
        <p role="status" className="inline-flex items-center gap-1.5">
          <Icon className="icon size-3.5!" aria-hidden />
          {text}
        </p>
        {waitsFor === 'session' ? (
          <SignInLink className="prose-link px-1 py-2 font-medium text-sm">Sign in</SignInLink>
        ) : (
          <TextButton disabled={isSending && waitsFor === 'connection'} onClick={() => props.onSendNow(message)}>
            Send now
          </TextButton>
        )}
        {!command && <TextButton onClick={() => props.onEdit(message)}>Edit</TextButton>}
        <TextButton onClick={() => props.onDiscard(message)}>Discard</TextButton>
      </div>
    </MessageFrame>
  );
}
