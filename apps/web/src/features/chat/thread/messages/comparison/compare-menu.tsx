import { readAnsweredBy } from '@noek/contract/chat/answered-by';
import type { Message } from '@noek/contract/chat/schemas';
import { Columns2 } from 'lucide-react';
import { trpc } from '../../../../../api/trpc.ts';
import { IconButton } from '../../../../../components/base/icon-button.tsx';
import { DropdownMenu, MenuLabel } from '../../../../../components/dialogs/dropdown-menu.tsx';
import { useMessageActions } from '../../../message/message-actions.ts';
import { isFirstChoice, type OfferedModel, useModels } from '../../../model-choice/use-models.ts';
import { useSession } from '../../../session/session.ts';
import { ModelItems } from '../answer-with-menu.tsx';
import { compareAnswer } from './compared.ts';
import { comparisonCode } from './comparison-code.ts';
import { compareTexts } from './texts.ts';

/** Asks a second model the same question and shows both answers side by side. It needs a second model; guests do not have it. */
export function CompareMenu({ message }: { message: Message }) {
  const { user } = useSession();
  const { models, refresh } = useModels();
  const { message: oneMessage } = trpc.useUtils().chat;
  const { busy, regenerate } = useMessageActions();
  const others = models.filter((model) => !hasAnswered(models, model, message));
  if (!user || models.length < 2 || others.length === 0) return null;
  const choose = (model: string) => {
    oneMessage.setData({ messageId: message.id }, message);
    regenerate(message, model);
    compareAnswer(message.conversationId, message.id);
  };
  return (
    <DropdownMenu
      align="start"
      container={document.getElementById('main')}
      onOpenChange={(open) => {
        if (!open) return;
        refresh();
        void comparisonCode.load();
      }}
      trigger={
        <IconButton label={compareTexts.compareWith} disabled={busy}>
          <Columns2 aria-hidden />
        </IconButton>
      }
    >
      <MenuLabel>{compareTexts.compareWith}</MenuLabel>
      <ModelItems models={others} onChoose={choose} />
    </DropdownMenu>
  );
}

function hasAnswered(models: readonly OfferedModel[], { name }: OfferedModel, message: Message): boolean {
  const { name: answeredBy } = readAnsweredBy(message);
  return answeredBy === null ? name === message.model : isFirstChoice(models, { answeredBy, model: name });
}
