import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { UpgradeLink } from '../../subscription/upgrade-link.tsx';
import { ModelNote, ModelPicker } from '../model-choice/model-picker.tsx';
import type { SendRefusal } from '../send/send-refusal.ts';
import { useDraft, useOpenConversation } from '../session/open-conversation.ts';
import { useSend } from '../session/sends.ts';
import { useWho } from '../session/who.ts';
import { Composer } from './composer.tsx';
import { ModeToggles } from './mode-toggles.tsx';
import { WebSearchSwitch } from './web-search-switch.tsx';

/** The message box with its draft, the switches of the conversation, the choice of the model and the reason why the last message was refused. */
export function MessageBox(props: {
  busy: boolean;
  /** Stops the running answer; null when no answer is running. */
  onStop: (() => void) | null;
  onSend: (text: string) => void;
  onCommand: (command: ModeCommand) => void;
}) {
  const { busy } = props;
  const { user } = useWho();
  const current = useOpenConversation();
  const { input } = current;
  const sends = useSend();
  const { refusal, entries, dismissRefusal } = sends;
  // Read here so that typing does not re-render the list of messages.
  const { text, write } = useDraft();
  const [premium, setPremium] = useState<string | null>(null);
  return (
    <>
      {refusal && <Refusal refusal={refusal} />}
      <ModelNote premium={premium} />
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
          <>
            {user && (
              <ModeToggles
                conversation={current.conversation}
                entries={entries}
                busy={busy}
                onCommand={props.onCommand}
              />
            )}
            <WebSearchSwitch />
            <ModelPicker onPremium={setPremium} />
          </>
        }
      />
    </>
  );
}

/** Why a message was not sent, shown above the box, which has the text again. */
function Refusal({ refusal: { kind, text } }: { refusal: SendRefusal }) {
  const { user } = useWho();
  return (
    <p role="alert" className="flex items-start gap-2 px-4.5 pb-2.5 text-danger-ink text-sm">
      <CircleAlert className="icon mt-0.5" aria-hidden />
      <span className="min-w-0">
        {text} {kind === 'limit' && user && <UpgradeLink user={user} className="prose-link font-medium" />}
      </span>
    </p>
  );
}
