import { clsx } from 'clsx';
import { Flame, Globe, Smile } from 'lucide-react';
import { useAnswerSettings } from '../answer-settings/use-answer-settings.ts';
import { useModeSwitch } from '../signed-in/modes/use-mode-switch.ts';
import { chatTexts } from '../texts.ts';
import { addSheetTexts } from './texts.ts';

/** A chip with what is switched on in the sheet of a phone's message box, which it opens. */
export function SwitchedOn({ onPress, ...options }: Parameters<typeof useModeSwitch>[0] & { onPress: () => void }) {
  const { funMode, harmfulMode } = useModeSwitch(options);
  const { webSearch } = useAnswerSettings().settings;
  if (!funMode && !webSearch) return null;
  const names = [
    ...(funMode ? [chatTexts.funMode] : []),
    ...(harmfulMode ? [chatTexts.harmfulMode] : []),
    ...(webSearch ? [chatTexts.composer.webSearch] : []),
  ];
  return (
    <button
      type="button"
      aria-label={addSheetTexts.switchedOn(names)}
      aria-haspopup="dialog"
      className={clsx(
        'relative inline-flex h-8 flex-none animate-fade-in items-center gap-1 rounded-full border px-2 before:absolute before:-inset-1 [&_svg]:size-4',
        harmfulMode
          ? 'border-harmful-edge bg-harmful-soft text-harmful-ink'
          : funMode
            ? 'border-fun-edge bg-fun-soft text-fun-ink'
            : 'border-accent bg-accent-soft text-accent-ink',
      )}
      onClick={onPress}
    >
      {harmfulMode ? <Flame aria-hidden /> : funMode && <Smile aria-hidden />}
      {webSearch && <Globe aria-hidden />}
    </button>
  );
}
