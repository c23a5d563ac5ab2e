import { clsx } from 'clsx';
import { Flame, Smile } from 'lucide-react';
import { toolClass, toolLabelClass } from '../../../../components/base/tool-class.ts';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { chatTexts } from '../../texts.ts';
import { modeHints } from './texts.ts';
import { useModeSwitch } from './use-mode-switch.ts';

/**
 * Switches the modes of a conversation by sending their commands. Harmful Mode is offered only in Fun Mode. A switch shows
 * its new state immediately.
 */
export function ModeToggles(props: Parameters<typeof useModeSwitch>[0]) {
  const { funMode: fun, harmfulMode: harmful, busy, turn } = useModeSwitch(props);
  // aria-disabled, not disabled: the switch must keep the focus while the command is being sent.
  return (
    <>
      <button
        type="button"
        aria-pressed={fun}
        aria-disabled={busy}
        onClick={() => turn('fun')}
        className={clsx(toolClass, 'aria-pressed:border-fun-edge aria-pressed:bg-fun-soft aria-pressed:text-fun-ink')}
        {...tooltip(modeHints.fun, 'top')}
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
          onClick={() => turn('harmful')}
          className={clsx(
            toolClass,
            'animate-fade-in aria-pressed:border-harmful-edge aria-pressed:bg-harmful-soft aria-pressed:text-harmful-ink',
          )}
          {...tooltip(modeHints.harmful, 'top')}
        >
          <Flame aria-hidden />
          <span className={clsx(toolLabelClass, '@max-[29rem]/composer:sr-only')}>{chatTexts.harmfulMode}</span>
        </button>
      )}
    </>
  );
}
