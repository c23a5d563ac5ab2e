import type { Message } from '@noek/contract/chat';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuItem, MenuLabel } from '../../../components/dropdown-menu.tsx';
import { useMessageActions } from '../message/message-actions.ts';
import { modelTexts } from './texts.ts';
import { useModels } from './use-models.ts';

/** Whether there is more than one way to answer: with a single model, Automatic is that model. */
export const useHasModels = (): boolean => useModels().models.length > 1;

/** A menu at `trigger` that answers the question again with another model than the one that was chosen for `message`. */
export function AnswerWithMenu({ message, trigger }: { message: Message; trigger: ReactElement }) {
  const { models, refresh } = useModels();
  const { regenerate } = useMessageActions();
  const others = models.filter(({ name }) => name !== message.model);
  return (
    // The list of messages clips what leaves it, so the menu is a child of the page's main landmark.
    <DropdownMenu
      trigger={trigger}
      align="start"
      container={document.getElementById('main')}
      onOpenChange={(open) => open && refresh()}
    >
      <MenuLabel>{modelTexts.otherAnswer}</MenuLabel>
      {message.model !== null && <MenuItem onSelect={() => regenerate(message, null)}>{modelTexts.automatic}</MenuItem>}
      {others.map((model) => (
        <MenuItem key={model.name} disabled={!model.allowed} onSelect={() => regenerate(message, model.name)}>
          <span className="min-w-0 flex-1 truncate">{model.allowed ? model.name : modelTexts.premium(model.name)}</span>
          <span className="text-text-muted text-xs">{model.provider}</span>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
}
