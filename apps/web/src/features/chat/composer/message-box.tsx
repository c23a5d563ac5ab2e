import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import { maxFilesOfMessage } from '@noek/contract/files/limits';
import type { File as SentFile } from '@noek/contract/files/schemas';
import { Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { onFirstInput } from '../../../components/base/on-first-input.ts';
import { toolClass } from '../../../components/base/tool-class.ts';
import { tooltip } from '../../../components/base/tooltip.ts';
import { useWideScreen } from '../../../components/page/wide-screen.ts';
import { ModelNote, ModelPicker } from '../model-choice/model-picker.tsx';
import { useDraft, useDraftFiles, useOpenConversation } from '../session/open-conversation.ts';
import { useSend } from '../session/sends.ts';
import { useSession } from '../session/session.ts';
import { partsCode } from '../signed-in/parts-code.ts';
import { chatTexts } from '../texts.ts';
import { AddMore } from './add-more.tsx';
import { boxParts } from './box-parts-code.ts';
import { Composer } from './composer.tsx';
import { type Brought, useBrought } from './use-brought.ts';
import { useFileChooser } from './use-file-chooser.tsx';
import { WebSearchSwitch } from './web-search-switch.tsx';

const none: readonly Brought[] = [];
const ModeToggles = partsCode.lazy(({ switches }) => switches.ModeToggles);
const PromptPicker = partsCode.lazy((module) => module.PromptPicker);
const FilesBox = boxParts.lazy(({ parts }) => parts.FilesBox);
const Refusal = boxParts.lazy(({ parts }) => parts.Refusal);

/** The message box with its draft, the switches of the conversation, the choice of the model and the reason why the last message was refused. */
export function MessageBox(props: {
  busy: boolean;
  /** Stops the running answer; null when no answer is running. */
  onStop: (() => void) | null;
  onSend: (text: string, files: readonly SentFile[]) => void;
  /** Queues a message behind the running answer, or interrupts that with it. Absent where no answer runs. */
  onQueue?: (text: string, files: readonly SentFile[], as: 'queueMessage' | 'steer') => void;
  onCommand: (command: ModeCommand) => void;
}) {
  const { busy } = props;
  const { user } = useSession();
  const current = useOpenConversation();
  const { input } = current;
  const { sending, refusal } = useSend();
  const isWide = useWideScreen();
  // Read here so that typing does not re-render the list of messages.
  const { text, write } = useDraft();
  const files = useDraftFiles();
  // Files may be on their way since the box was last on screen.
  const [isUsed, setUsed] = useState(boxParts.isLoaded() || Boolean(window.noekBrought));
  useEffect(() => onFirstInput(() => setUsed(true)), []);
  const [chosen, setChosen] = useState(none);
  const bring = (brought: readonly Brought[]) => {
    setUsed(true);
    setChosen((before) => [...before, ...brought]);
  };
  useBrought(input, bring, (pasted) => current.drafts.paste(current.id, pasted));
  const [isAdding, setAdding] = useState(false);
  const [premium, setPremium] = useState<string | null>(null);
  return (
    <>
      <Suspense fallback={null}>
        {refusal && <Refusal refusal={refusal} />}
        <ModelNote premium={premium} />
        {user && text.startsWith('/') && <PromptPicker text={text} input={input} onText={write} />}
      </Suspense>
      <Composer
        text={text}
        onText={(typed) => {
          if (refusal) sending.dismissRefusal();
          write(typed);
        }}
        onSend={() => props.onSend(text, files)}
        onQueue={(as) => props.onQueue?.(text, files, as)}
        hasFiles={files.length > 0}
        hasTooManyFiles={files.length > maxFilesOfMessage}
        isAdding={isAdding || chosen.length > 0}
        files={
          (isUsed || files.length > 0 || text[0] === '>') && (
            <Suspense fallback={null}>
              <FilesBox chosen={chosen} onChosen={setChosen} onAdding={setAdding} />
            </Suspense>
          )
        }
        busy={busy}
        onStop={props.onStop}
        input={input}
        lead={!isWide && <AddMore busy={busy} isUsed={isUsed} onFiles={bring} onCommand={props.onCommand} />}
        tools={
          <>
            {isWide && (
              <>
                <AddFiles onFiles={bring} />
                {user && (
                  <Suspense fallback={null}>
                    <ModeToggles busy={busy} onCommand={props.onCommand} />
                  </Suspense>
                )}
                <WebSearchSwitch />
              </>
            )}
            <ModelPicker onPremium={setPremium} />
          </>
        }
      />
    </>
  );
}

/** Chooses files to add. */
function AddFiles({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { input, choose } = useFileChooser(onFiles);
  return (
    <>
      {input}
      <button
        type="button"
        className={toolClass}
        aria-label={chatTexts.composer.addFiles}
        onClick={() => choose()}
        {...tooltip(chatTexts.composer.addFiles, 'top')}
      >
        <Plus aria-hidden />
      </button>
    </>
  );
}
