import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import { Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { toolClass } from '../../../components/base/tool-class.ts';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { chatTexts } from '../texts.ts';
import { boxParts } from './box-parts-code.ts';
import { useFileChooser } from './use-file-chooser.tsx';

const AddSheet = boxParts.lazy(({ parts }) => parts.AddSheet);
const SwitchedOn = boxParts.lazy(({ parts }) => parts.SwitchedOn);

/** On phones: the button that opens everything that has no room in the box, and a chip with what of it is switched on. */
export function AddMore(props: {
  busy: boolean;
  /** The code that loads with the first input is there, or on its way. */
  isUsed: boolean;
  onFiles: (files: File[]) => void;
  onCommand: (command: ModeCommand) => void;
}) {
  const { input, choose } = useFileChooser(props.onFiles);
  const { conversation } = useOpenConversation();
  const { webSearch } = useAnswerSettings().settings;
  const [isOpen, setOpen] = useState(false);
  const plus = useRef<HTMLButtonElement>(null);
  const open = () => {
    // The chip may be gone when the focus returns.
    plus.current?.focus({ preventScroll: true });
    setOpen(true);
  };
  const isOn = webSearch || conversation?.funMode;
  return (
    <div className="flex items-center gap-0.5">
      {input}
      <button
        ref={plus}
        type="button"
        className={toolClass}
        aria-label={chatTexts.composer.addFiles}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Plus aria-hidden />
      </button>
      <Suspense fallback={isOn && <span className="w-8.5" />}>
        {(isOn || props.isUsed) && <SwitchedOn {...props} onPress={open} />}
        {isOpen && <AddSheet {...props} onChoose={choose} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
}
