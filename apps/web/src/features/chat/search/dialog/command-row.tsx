import { clsx } from 'clsx';
import type { Command } from '../../commands/command.ts';
import { KeyCaps } from '../../dialogs/key-caps.tsx';
import { activeClass } from './search-row.tsx';

/** A command in the list of the search. */
export function CommandRow(props: {
  id: string;
  command: Command;
  active: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  const { icon: Icon, name, shortcut, destructive } = props.command;
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
        'flex min-h-10 cursor-pointer scroll-my-1 items-center gap-3 rounded-control px-3 py-1.5 text-[0.875rem] max-md:min-h-11',
        destructive && 'text-danger-ink',
        props.active && activeClass,
      )}
    >
      <Icon className={clsx('icon', !destructive && 'text-text-muted')} aria-hidden />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {shortcut && (
        <span className="flex-none coarse:hidden" aria-hidden>
          <KeyCaps shortcut={shortcut} />
        </span>
      )}
    </div>
  );
}
