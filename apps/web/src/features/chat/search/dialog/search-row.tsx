import { clsx } from 'clsx';
import { Archive, FileText, type LucideIcon, MessageSquare, PanelRight, Sparkles, User } from 'lucide-react';
import { Fragment, type MouseEvent, type ReactNode } from 'react';
import { exactLabel, updatedLabel } from '../../../../components/dates/date-labels.ts';
import { searchTexts } from '../texts.ts';

const icons: Record<'conversation' | 'user' | 'assistant' | 'file' | 'document', { icon: LucideIcon; label: string }> =
  {
    conversation: { icon: MessageSquare, label: searchTexts.kinds.conversation },
    user: { icon: User, label: searchTexts.kinds.user },
    assistant: { icon: Sparkles, label: searchTexts.kinds.assistant },
    file: { icon: FileText, label: searchTexts.kinds.file },
    document: { icon: PanelRight, label: searchTexts.kinds.document },
  };

/** The classes of the row that Enter chooses. */
export const activeClass =
  'bg-surface-active outline-1 outline-transparent -outline-offset-1 forced-colors:outline-[Highlight]';

type RowProps = {
  id: string;
  href: string;
  active: boolean;
  /** Whether the row above belongs to the same conversation, so that its title is not repeated. */
  follows: boolean;
  kind: keyof typeof icons;
  title: ReactNode;
  /** The file or document that was found. */
  file?: string;
  /** Shown under the title. */
  text?: ReactNode;
  archived: boolean;
  at: string;
  onChoose: () => void;
  onPoint: () => void;
};

/** The rows of one conversation, or commands; `label` names them if there are several, `hint` is shown above them. */
export function RowsOfConversation(props: { label: string | null; hint: string | null; children: ReactNode }) {
  const { label, hint, children } = props;
  if (label === null) return <Fragment>{children}</Fragment>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be inside a listbox
    <div role="group" aria-label={label}>
      {hint !== null && (
        <p className="px-3 pt-1.5 pb-1 text-text-muted text-xs" aria-hidden>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}

/** Reveals the hits of a conversation that are not shown. */
export function MoreHits(props: {
  id: string;
  active: boolean;
  count: number;
  onChoose: () => void;
  onPoint: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and handles keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search box names it as its active descendant
    <div
      id={props.id}
      role="option"
      aria-selected={props.active}
      // The search box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onChoose}
      onMouseMove={props.onPoint}
      className={clsx(
        'flex min-h-10 cursor-pointer scroll-my-1 items-center rounded-control py-1 pr-3 pl-10 font-medium text-accent-ink text-sm max-md:min-h-11',
        props.active && activeClass,
      )}
    >
      {searchTexts.more(props.count)}
    </div>
  );
}

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
      className={clsx('flex min-h-10 scroll-my-1 gap-3 rounded-control px-3 py-2', props.active && activeClass)}
    >
      <Icon className="icon mt-0.75 text-text-muted" aria-hidden />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={clsx('flex min-w-0 items-baseline gap-2', props.follows && 'sr-only')}>
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
          <span className={clsx('break-words text-sm text-text-muted', props.file ? 'line-clamp-3' : 'line-clamp-2')}>
            <span className="sr-only">{label}: </span>
            {props.file && <bdi className="mb-0.5 block truncate font-medium text-text tabular-nums">{props.file}</bdi>}
            <bdi>{props.text}</bdi>
          </span>
        )}
      </span>
    </a>
  );
}
