import type { ModeCommand } from '@noek/contract/limits';
import { CircleAlert } from 'lucide-react';
import { useChatSession, useDraft } from '../session/chat-session.ts';
import { Composer } from './composer.tsx';
import { ModeToggles } from './mode-toggles.tsx';

/** What stands under a conversation: why the last send was refused, and the box with the draft and the switches. */
export function MessageBox(props: {
  busy: boolean;
  /** Ends the running answer; null while there is none to end. */
  onStop: (() => void) | null;
  onSend: (text: string) => void;
  onCommand: (command: ModeCommand) => void;
}) {
  const { busy } = props;
  const { user, current, sends, input } = useChatSession();
  const { refusal, entries, dismissRefusal } = sends;
  // Here and no higher: what is typed must not make the page think about its messages.
  const { text, write } = useDraft();
  return (
    <>
      {refusal && <Refusal text={refusal.text} />}
      <Composer
        text={text}
        onText={(typed) => {
          if (refusal) dismissRefusal();
          write(typed);
        }}
        onSend={() => props.onSend(text)}
        busy={busy}
        onStop={props.onStop}
        input={input}
        tools={
          user && (
            <ModeToggles
              conversation={current.conversation}
              entries={entries}
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
function Refusal({ text }: { text: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 px-4.5 pb-2.5 text-danger-ink text-sm">
      <CircleAlert className="icon mt-0.5" aria-hidden />
      <span className="min-w-0">{text}</span>
    </p>
  );
}
