import type { ModeCommand } from '@noek/contract/chat/mode-commands';
import type { Conversation } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { Flame, Smile } from 'lucide-react';
import { tooltip } from '../../../components/base/tooltip.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { chatTexts } from '../texts.ts';
import { modesAfter } from './modes.ts';
import { toolClass, toolLabelClass } from './tool-class.ts';

/**
 * Switches the modes of a conversation by sending their commands. Harmful Mode is offered only in Fun Mode. A switch shows
 * its new state immediately.
 */
export function ModeToggles(props: {
  conversation: Conversation | undefined;
  /** The messages that are waiting to be sent in this conversation. */
  entries: readonly OutboxEntry[];
  busy: boolean;
  onCommand: (command: ModeCommand) => void;
}) {
  const { conversation, busy, onCommand } = props;
  const onTheirWay = props.entries.flatMap(({ content, state }) => (state === 'decision' ? [] : [content]));
  const { funMode: fun, harmfulMode: harmful } = modesAfter(
    { funMode: conversation?.funMode ?? false, harmfulMode: conversation?.harmfulMode ?? false },
    onTheirWay,
  );
  // aria-disabled, not disabled: the switch must keep the focus while the command is being sent.
  const turn = (command: ModeCommand) => !busy && onCommand(command);
  return (
    <>
      <button
        type="button"
        aria-pressed={fun}
        aria-disabled={busy}
        onClick={() => turn(fun ? ':fun.mode=off' : ':fun.mode=on')}
        className={clsx(toolClass, 'aria-pressed:border-fun-edge aria-pressed:bg-fun-soft aria-pressed:text-fun-ink')}
        {...tooltip(chatTexts.composer.funHint, 'top')}
      >
        <Smile aria-hidden />
        <span
          className={clsx(toolLabelClass, fun ? '@max-[29rem]/composer:sr-only' : '@max-[20.5rem]/composer:sr-only')}
        >
          {chatTexts.funMode}
        </span>
      </button>
      {fun && (
        <button
          type="button"
          aria-pressed={harmful}
          aria-disabled={busy}
          onClick={() => turn(harmful ? ':harmful.mode=off' : ':harmful.mode=on')}
          className={clsx(
            toolClass,
            'animate-fade-in aria-pressed:border-harmful-edge aria-pressed:bg-harmful-soft aria-pressed:text-harmful-ink',
          )}
          {...tooltip(chatTexts.composer.harmfulHint, 'top')}
        >
          <Flame aria-hidden />
          <span className={clsx(toolLabelClass, '@max-[29rem]/composer:sr-only')}>{chatTexts.harmfulMode}</span>
        </button>
      )}
    </>
  );
}
