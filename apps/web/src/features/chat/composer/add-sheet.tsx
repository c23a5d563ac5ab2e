import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import { clsx } from 'clsx';
import {
  Check,
  Flame,
  Globe,
  Image,
  type LucideIcon,
  MessageCircleDashed,
  Paperclip,
  Smile,
  TextQuote,
} from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { flushSync } from 'react-dom';
import { Sheet } from '../../../components/dialogs/sheet.tsx';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useChatNavigation } from '../chat-navigation.tsx';
import { useDraft, useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { modeHints } from '../signed-in/modes/texts.ts';
import { useModeSwitch } from '../signed-in/modes/use-mode-switch.ts';
import { temporaryTexts } from '../temporary/texts.ts';
import { useTemporarySwitch } from '../temporary/use-temporary-switch.ts';
import { chatTexts } from '../texts.ts';
import { addSheetTexts } from './texts.ts';

const texts = chatTexts.composer;

/** What a phone's message box has no room for. Switches leave it open, so that their state can be seen. */
export function AddSheet(props: {
  busy: boolean;
  onCommand: (command: ModeCommand) => void;
  /** Opens the device's own dialog. */
  onChoose: (kind?: 'pictures') => void;
  onClose: () => void;
}) {
  const { onChoose, onClose } = props;
  const modes = useModeSwitch(props);
  const { user } = useSession();
  const { projectId } = useChatNavigation();
  const { input, isTemporary } = useOpenConversation();
  const { settings, change } = useAnswerSettings();
  const { text, write } = useDraft();
  const switchTemporary = useTemporarySwitch();
  const choose = (kind?: 'pictures') => {
    // First, because browsers open their dialog only during the press.
    onChoose(kind);
    onClose();
  };
  return (
    <Sheet title={addSheetTexts.title} close={chatTexts.close} onClose={onClose}>
      <ul className="grid">
        <Row icon={Image} name={addSheetTexts.photo} onClick={() => choose('pictures')} />
        <Row icon={Paperclip} name={addSheetTexts.file} onClick={() => choose()} />
        <Row
          icon={Globe}
          name={texts.webSearch}
          hint={user ? texts.webSearchHint : texts.webSearchGuestHint}
          role="switch"
          aria-checked={settings.webSearch}
          onClick={() => change({ webSearch: !settings.webSearch })}
        />
        {user && (
          <>
            <Row
              icon={Smile}
              name={chatTexts.funMode}
              hint={modeHints.fun}
              aria-pressed={modes.funMode}
              aria-disabled={modes.busy}
              onClick={() => modes.turn('fun')}
            />
            {modes.funMode && (
              <Row
                icon={Flame}
                name={chatTexts.harmfulMode}
                hint={modeHints.harmful}
                aria-pressed={modes.harmfulMode}
                aria-disabled={modes.busy}
                onClick={() => modes.turn('harmful')}
              />
            )}
            <Row
              icon={TextQuote}
              name={addSheetTexts.prompts}
              hint={text === '' ? addSheetTexts.promptsHint : addSheetTexts.promptsNeedRoom}
              disabled={text !== ''}
              onClick={() => {
                flushSync(onClose);
                write('/');
                input.current?.focus();
              }}
            />
            {projectId === null && (
              <Row
                icon={MessageCircleDashed}
                name={temporaryTexts.label}
                hint={addSheetTexts.temporaryHint}
                role="switch"
                aria-checked={isTemporary}
                onClick={() => {
                  onClose();
                  switchTemporary();
                }}
              />
            )}
          </>
        )}
      </ul>
    </Sheet>
  );
}

/** A line of the sheet. What is switched on has a mark. */
function Row({
  icon: Icon,
  name,
  hint,
  ...button
}: ComponentProps<'button'> & { icon: LucideIcon; name: string; hint?: string }) {
  const id = useId();
  const isOn = button['aria-checked'] === true || button['aria-pressed'] === true;
  return (
    // The hint is beside the button, so that it is not a part of its name. The button covers the whole line.
    <li className="relative grid min-h-12 grid-cols-[auto_minmax(0,1fr)_1.25rem] items-center gap-x-3.5 rounded-control px-3 py-2 hover:bg-surface-hover">
      <Icon aria-hidden className={clsx('row-span-full size-5', isOn ? 'text-accent-ink' : 'text-text-muted')} />
      <button
        type="button"
        {...(hint && { 'aria-describedby': id })}
        className="col-start-2 text-left font-medium text-[0.9375rem] outline-none before:absolute before:inset-0 before:rounded-control focus-visible:before:outline-2 focus-visible:before:outline-focus focus-visible:before:-outline-offset-2 disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        {...button}
      >
        {name}
      </button>
      {hint && (
        <p id={id} className="col-start-2 text-pretty text-sm text-text-muted">
          {hint}
        </p>
      )}
      {isOn && <Check aria-hidden className="col-start-3 row-span-full row-start-1 size-5 text-accent-ink" />}
    </li>
  );
}
