import { clsx } from 'clsx';
import { Globe } from 'lucide-react';
import { toolClass, toolLabelClass } from '../../../components/base/tool-class.ts';
import { tooltip } from '../../../components/base/tooltip.ts';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';

/** Turns web search on or off for the conversation on screen. */
export function WebSearchSwitch() {
  const { user } = useSession();
  const { settings, change } = useAnswerSettings();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={settings.webSearch}
      onClick={() => change({ webSearch: !settings.webSearch })}
      className={clsx(toolClass, 'aria-checked:border-accent aria-checked:bg-accent-soft aria-checked:text-accent-ink')}
      {...tooltip(user ? chatTexts.composer.webSearchHint : chatTexts.composer.webSearchGuestHint, 'top')}
    >
      <Globe aria-hidden />
      <span
        className={clsx(
          toolLabelClass,
          '@max-[25rem]/composer:sr-only @max-[35rem]/composer:group-has-[[aria-pressed=true]]/composer:sr-only',
        )}
      >
        {chatTexts.composer.webSearch}
      </span>
    </button>
  );
}
