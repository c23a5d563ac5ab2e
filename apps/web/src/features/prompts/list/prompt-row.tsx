import type { Prompt } from '@noek/contract/prompts/schemas';
import { variablesOf } from '@noek/contract/prompts/variables';
import { clsx } from 'clsx';
import { ArrowUp, Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { TextButton } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { tooltip } from '../../../components/base/tooltip.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../components/dialogs/dropdown-menu.tsx';
import { promptTexts } from '../texts.ts';

const texts = promptTexts.row;

/** More than about three lines. */
const isLong = ({ text }: Prompt) => text.length > 240 || text.split('\n').length > 3;

export type RowActions = {
  onEdit: () => void;
  onDelete: () => void;
  /** null: it cannot be moved that way. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

/** A prompt in the list. `actions`: what can be done with it; null for one that others have published. */
export function PromptRow(props: {
  prompt: Prompt;
  actions: RowActions | null;
  /** Begins to drag the row; null where the order is fixed. */
  onDrag: ((event: PointerEvent) => void) | null;
  isDragged?: boolean;
  /** A dragged row would be dropped above or below this one. */
  line?: 'above' | 'below' | null;
}) {
  const { prompt, actions, onDrag, line } = props;
  const { name, text, published } = prompt;
  const [open, setOpen] = useState(false);
  const variables = variablesOf(text);
  return (
    <li
      data-row={prompt.id}
      className={clsx(
        'relative flex gap-2 border-border border-t py-4',
        props.isDragged && 'opacity-50',
        line &&
          'before:absolute before:inset-x-0 before:z-1 before:h-0.5 before:bg-accent forced-colors:before:bg-[Highlight]',
        line === 'above' && 'before:-top-px',
        line === 'below' && 'before:-bottom-px',
      )}
    >
      {onDrag && (
        // Not for the keyboard, which has "Move up" and "Move down" in the menu.
        <span
          aria-hidden
          data-handle
          onPointerDown={onDrag}
          {...tooltip(texts.drag(name))}
          className="-ml-2 grid h-(--size-control-sm) w-6 flex-none cursor-grab touch-none place-items-center rounded-control text-text-muted hover:bg-surface-hover active:cursor-grabbing coarse:w-8"
        >
          <GripVertical className="icon" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="min-w-0 text-wrap break-words pt-0.5 font-semibold text-base">
          {name}
        </h3>
        <p
          dir="auto"
          className={clsx('mt-1 whitespace-pre-wrap text-text-muted [overflow-wrap:anywhere]', !open && 'line-clamp-3')}
        >
          {text}
        </p>
        {isLong(prompt) && (
          <TextButton className="-ml-1" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? texts.showLess : texts.showAll}
          </TextButton>
        )}
        {variables.length > 0 && (
          <p dir="auto" className="mt-1.5 text-text-muted text-xs [overflow-wrap:anywhere]">
            {texts.variables(variables)}
          </p>
        )}
      </div>
      {actions && (
        <div className="flex flex-none items-start">
          <IconButton
            label={texts.editNamed(name)}
            hint={texts.edit}
            className="max-sm:hidden"
            onClick={actions.onEdit}
          >
            <Pencil aria-hidden />
          </IconButton>
          <DropdownMenu
            trigger={
              <IconButton label={texts.actions(name)} hint={texts.actionsHint} data-actions>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={actions.onEdit}>
              <Pencil aria-hidden />
              {texts.edit}
            </MenuItem>
            {actions.onUp && (
              <MenuItem onSelect={actions.onUp}>
                <ArrowUp aria-hidden />
                {texts.up}
              </MenuItem>
            )}
            {actions.onDown && (
              <MenuItem onSelect={actions.onDown}>
                <ArrowUp className="rotate-180" aria-hidden />
                {texts.down}
              </MenuItem>
            )}
            <MenuSeparator />
            <MenuItem destructive onSelect={actions.onDelete}>
              <Trash2 aria-hidden />
              {published ? texts.withdraw : texts.delete}
            </MenuItem>
          </DropdownMenu>
        </div>
      )}
    </li>
  );
}
