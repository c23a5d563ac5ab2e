import type { User } from '@noek/contract/auth';
import type { Conversation } from '@noek/contract/chat';
import type { ModeCommand } from '@noek/contract/limits';
import { CircleAlert } from 'lucide-react';
import type { RefObject } from 'react';
import { Composer } from './composer.tsx';
import { ModeToggles } from './mode-toggles.tsx';
import { type Drafts, useDraft } from './send/drafts.ts';
import type { Sends } from './send/use-sends.ts';

/** What stands under a conversation: why the last send was refused, and the box with the draft and the switches. */
export function MessageBox(props: {
  user: User | null;
  conversationId: number | null;
  conversation: Conversation | undefined;
  drafts: Drafts;
  sends: Sends;
  busy: boolean;
  /** Ends the running answer; null while there is none to end. */
  onStop: (() => void) | null;
  onSend: (text: string) => void;
  onCommand: (command: ModeCommand) => void;
  input: RefObject<HTMLTextAreaElement | null>;
}) {
  const { user, conversationId, drafts, busy } = props;
  const { refusal, entries, dismissRefusal } = props.sends;
  // Here and no higher: what is typed must not make the page think about its messages.
  const text = useDraft(drafts, conversationId);
  return (
    <>
      {refusal && <Refusal text={refusal.text} />}
      <Composer
        text={text}
        onText={(typed) => {
          if (refusal) dismissRefusal();
          drafts.write(conversationId, typed);
        }}
        onSend={() => props.onSend(text)}
        busy={busy}
        onStop={props.onStop}
        input={props.input}
        tools={
          user && (
            <ModeToggles conversation={props.conversation} entries={entries} busy={busy} onCommand={props.onCommand} />
          )
        }
      />
    </>
  );
}

/** Why a message was not sent, right above the box that has its text again. */
function Refusal({ text }: { text: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 px-4.5 pb-2.5 text-danger-ink text-sm">
      <CircleAlert className="icon mt-0.5" aria-hidden />
      <span className="min-w-0">{text}</span>
    </p>
  );
}
