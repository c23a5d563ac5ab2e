import type { Message } from '@noek/contract/chat/schemas';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { useMessageActions } from '../../message/message-actions.ts';
import { threadTexts } from '../texts.ts';

/** ‹ 2/3 ›: switches between the versions of a message, also with the arrow keys. Shows nothing for a single version. */
export function VersionSwitch({ message, versions }: { message: Message; versions: readonly string[] | undefined }) {
  const { busy, showVersion } = useMessageActions();
  const [chosen, setChosen] = useState<{ from: string; id: string } | null>(null);
  if (!versions || versions.length < 2) return null;
  // The number changes at once, even if the text takes a moment to load.
  const shownId = chosen?.from === message.id ? chosen.id : message.id;
  const at = versions.indexOf(shownId);

  const show = (index: number) => {
    const id = versions[index];
    if (!id || busy || shownId !== message.id) return;
    setChosen({ from: message.id, id });
    void showVersion(message, id).then(() => setChosen(null));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(at + step);
  };
  // aria-disabled, not disabled, so that the button keeps the focus at the last version.
  const button = (label: string, index: number, icon: React.ReactNode) => (
    <IconButton
      label={label}
      aria-disabled={busy || !versions[index]}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      onClick={() => show(index)}
    >
      {icon}
    </IconButton>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={threadTexts.versions.label(at + 1, versions.length)}
      aria-busy={shownId !== message.id}
      className="inline-flex items-center"
      onKeyDown={onKeyDown}
    >
      {button(threadTexts.versions.previous, at - 1, <ChevronLeft aria-hidden />)}
      <span className="min-w-7 text-center tabular-nums" aria-live="polite">
        {at + 1}/{versions.length}
      </span>
      {button(threadTexts.versions.next, at + 1, <ChevronRight aria-hidden />)}
    </div>
  );
}
