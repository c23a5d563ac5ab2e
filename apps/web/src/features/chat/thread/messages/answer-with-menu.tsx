import type { Message } from '@noek/contract/chat/schemas';
import { RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { DropdownMenu, MenuItem, MenuLabel } from '../../../../components/dialogs/dropdown-menu.tsx';
import { subscribeHref, useCanUpgrade } from '../../../subscription/upgrade-link.tsx';
import { useMessageActions } from '../../message/message-actions.ts';
import { modelTexts } from '../../model-choice/texts.ts';
import { type OfferedModel, useModels } from '../../model-choice/use-models.ts';
import { useSession } from '../../session/session.ts';
import { chatTexts } from '../../texts.ts';
import { threadTexts } from '../texts.ts';

/** Whether there is a choice: with a single model, Automatic is that model. */
export const useHasModels = (): boolean => useModels().models.length > 1;

/**
 * A menu at `trigger` that answers the question again with another model than the one that was chosen for `message`. It says
 * which model answered, if that is known, and how many tokens that took.
 */
export function AnswerWithMenu(props: { message: Message; answeredBy?: string | null; trigger: ReactElement }) {
  const { message, answeredBy, trigger } = props;
  const { models, refresh } = useModels();
  const { busy, regenerate } = useMessageActions();
  const others = models.filter(({ name }) => name !== message.model);
  return (
    // The list of messages clips what leaves it, so the menu is a child of the page's main landmark.
    <DropdownMenu
      trigger={trigger}
      align="start"
      container={document.getElementById('main')}
      onOpenChange={(open) => open && refresh()}
    >
      {answeredBy && (
        <MenuLabel>
          {threadTexts.answer.answeredBy(answeredBy)}
          {message.usage && <span className="block">{threadTexts.answer.used(message.usage)}</span>}
        </MenuLabel>
      )}
      {models.length > 1 ? (
        <>
          <MenuLabel>{modelTexts.otherAnswer}</MenuLabel>
          {message.model !== null && (
            <MenuItem onSelect={() => regenerate(message, null)}>{chatTexts.model.automatic}</MenuItem>
          )}
          <ModelItems models={others} onChoose={(model) => regenerate(message, model)} />
        </>
      ) : (
        <MenuItem disabled={busy} onSelect={() => regenerate(message)}>
          <RefreshCw aria-hidden />
          {threadTexts.answer.regenerate}
        </MenuItem>
      )}
    </DropdownMenu>
  );
}

/** The items of a menu of models. One that the person may not choose leads to the plans. */
export function ModelItems(props: { models: readonly OfferedModel[]; onChoose: (model: string) => void }) {
  const canUpgrade = useCanUpgrade(useSession().user);
  return props.models.map((model) => {
    const content = (
      <>
        <span className="min-w-0 flex-1 truncate">{model.allowed ? model.name : modelTexts.premium(model.name)}</span>
        <span className="text-text-muted text-xs">{model.provider}</span>
      </>
    );
    return !model.allowed && canUpgrade ? (
      <MenuItem key={model.name} asChild>
        <a href={subscribeHref}>{content}</a>
      </MenuItem>
    ) : (
      <MenuItem key={model.name} disabled={!model.allowed} onSelect={() => props.onChoose(model.name)}>
        {content}
      </MenuItem>
    );
  });
}
