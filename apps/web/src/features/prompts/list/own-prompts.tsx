import type { Prompt } from '@noek/contract/prompts/schemas';
import { useRef, useState } from 'react';
import { moved } from '../prompt-list.ts';
import { promptTexts } from '../texts.ts';
import { PromptRow } from './prompt-row.tsx';
import { useDragOrder } from './use-drag-order.ts';

/** The person's prompts, which can be moved by dragging and from their menus. `isPart`: only those that match a search, in a fixed order. */
export function OwnPrompts(props: {
  prompts: readonly Prompt[];
  isPart: boolean;
  onEdit: (prompt: Prompt) => void;
  onDelete: (prompt: Prompt) => void;
  onOrder: (ids: readonly string[]) => void;
}) {
  const { prompts, isPart } = props;
  const list = useRef<HTMLUListElement>(null);
  const ids = prompts.map(({ id }) => id);
  const [said, setSaid] = useState('');
  const move = (id: string, to: number) => {
    props.onOrder(moved(ids, id, to));
    const name = prompts.find((prompt) => prompt.id === id)?.name ?? '';
    setSaid(promptTexts.row.moved(name, to + 1, ids.length));
    // The row takes its button along, and with it the focus would be lost.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-actions]`)?.focus(),
    );
  };
  const { begin, draggedId, lineAt } = useDragOrder({ list, ids, onDrop: move });
  const canMove = !isPart && prompts.length > 1;
  return (
    <>
      <ul ref={list} className="border-border border-b">
        {prompts.map((prompt, at) => (
          <PromptRow
            key={prompt.id}
            prompt={prompt}
            onDrag={canMove ? (event) => begin(prompt.id, event) : null}
            isDragged={draggedId === prompt.id}
            line={lineAt(prompt.id)}
            actions={{
              onEdit: () => props.onEdit(prompt),
              onDelete: () => props.onDelete(prompt),
              onUp: canMove && at > 0 ? () => move(prompt.id, at - 1) : null,
              onDown: canMove && at < prompts.length - 1 ? () => move(prompt.id, at + 1) : null,
            }}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
