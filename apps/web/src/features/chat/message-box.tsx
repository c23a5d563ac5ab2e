import type { User } from '@noek/contract/auth';
import type { Conversation } from '@noek/contract/chat';
import type { ModeCommand } from '@noek/contract/limits';
import { CircleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { SignInLink } from '../session/sign-in-link.tsx';
import { Composer } from './composer.tsx';
import { type Drafts, useDraft } from './drafts.ts';
import type { Sending } from './message-cache.ts';
import { ModeToggles } from './mode-toggles.tsx';
import type { OutgoingMessage } from './outgoing/outgoing-messages.ts';
import type { SendRefusal } from './send-refusal.ts';

/** What stands under a conversation: why the last send was refused, and the box with the draft and the switches. */
export function MessageBox(props: {
  user: User | null;
  conversationId: number | null;
  conversation: Conversation | undefined;
  drafts: Drafts;
  sending: Sending | null;
  /** What waits to be sent in this conversation. */
  waiting: readonly OutgoingMessage[];
  busy: boolean;
  /** Ends the running answer; null while there is none to end. */
  onStop: (() => void) | null;
  refusal: SendRefusal | null;
  onDismissRefusal: () => void;
  onSend: (text: string) => void;
  onCommand: (command: ModeCommand) => void;
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const { user, conversationId, drafts, refusal, busy } = props;
  // Here and no higher: what is typed must not make the page think about its messages.
  const { text } = useDraft(drafts, conversationId);
  return (
    <>
      {refusal && <Refusal refusal={refusal} />}
      <Composer
        text={text}
        onText={(typed) => {
          if (refusal) props.onDismissRefusal();
          drafts.write(conversationId, typed);
        }}
        onSend={() => props.onSend(text)}
        busy={busy}
        onStop={props.onStop}
        input={props.input}
        tools={
          user && (
            <ModeToggles
              conversation={props.conversation}
              sending={props.sending}
              waiting={props.waiting}
              busy={busy}
              onCommand={props.onCommand}
            />
          )
        }
      />
    </>
  );
}

/** Why a message was not sent, right above the box that has its text again. */
function Refusal({ refusal }: { refusal: SendRefusal }) {
  return (
    <p role="alert" className="flex items-start gap-2 px-4.5 pb-2.5 text-danger-ink text-sm">
      <CircleAlert className="icon mt-0.5" aria-hidden />
      <span className="min-w-0">
        {refusal.text} {refusal.kind === 'expired' && <SignInLink className="prose-link">Sign in</SignInLink>}
      </span>
    </p>
  );
}
