import { clsx } from 'clsx';
import { Archive, type LucideIcon, MessageSquare, Sparkles, User } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { exactLabel, updatedLabel } from '../../../../components/dates/date-labels.ts';
import { searchTexts } from '../texts.ts';

const icons: Record<'conversation' | 'user' | 'assistant', { icon: LucideIcon; label: string }> = {
  conversation: { icon: MessageSquare, label: searchTexts.kinds.conversation },
  user: { icon: User, label: searchTexts.kinds.user },
  assistant: { icon: Sparkles, label: searchTexts.kinds.assistant },
};

type RowProps = {
  id: string;
  href: string;
  active: boolean;
  kind: keyof typeof icons;
  title: ReactNode;
  /** Shown under the title. */
  text?: ReactNode;
  archived: boolean;
  at: string;
  onChoose: () => void;
  onPoint: () => void;
};

/** One row of the search: a real link, so that it can also be opened in another tab. */
export function SearchRow(props: RowProps) {
  const { icon: Icon, label } = icons[props.kind];
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    props.onChoose();
  };
  return (
    <a
      id={props.id}
      role="option"
      aria-selected={props.active}
      tabIndex={-1}
      href={props.href}
      onClick={choose}
      onMouseMove={props.onPoint}
      className={clsx(
        'flex min-h-10 scroll-my-1 gap-3 rounded-control px-3 py-2',
        props.active &&
          'bg-surface-active outline-1 outline-transparent -outline-offset-1 forced-colors:outline-[Highlight]',
      )}
    >
      <Icon className="icon mt-0.75 text-text-muted" aria-hidden />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-[0.875rem]">
            {props.title}
          </span>
          {props.archived && (
            <span className="flex flex-none items-center gap-1 text-text-muted text-xs">
              <Archive className="size-3" aria-hidden />
              {searchTexts.archived}
            </span>
          )}
          <span className="flex-none text-text-muted text-xs tabular-nums" title={exactLabel(props.at)}>
            {updatedLabel(props.at)}
          </span>
        </span>
        {props.text && (
          <span className="line-clamp-2 break-words text-sm text-text-muted">
            <span className="sr-only">{label}: </span>
            <bdi>{props.text}</bdi>
          </span>
        )}
      </span>
    </a>
  );
}
