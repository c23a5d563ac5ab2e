import { readAnsweredBy } from '@noek/contract/chat/answered-by';
import type { Message } from '@noek/contract/chat/schemas';
import { trpc } from '../../../../../api/trpc.ts';
import { useMessageActions } from '../../../message/message-actions.ts';
import { isFirstChoice } from '../../../model-choice/is-first-choice.ts';
import { type OfferedModel, useModels } from '../../../model-choice/use-models.ts';
import { useSession } from '../../../session/session.ts';
import { compareAnswer } from './compared.ts';
import { comparisonCode } from './comparison-code.ts';

/**
 * The other models that can answer the same question, and `compare`, which asks one of them and shows both answers side by side. No models
 * for guests, and where there is only one.
 */
export function useComparable(message: Message) {
  const { user } = useSession();
  const { models, refresh } = useModels();
  const { message: oneMessage } = trpc.useUtils().chat;
  const { regenerate } = useMessageActions();
  const others = models.filter((model) => !hasAnswered(models, model, message));
  return {
    models: user && models.length > 1 ? others : [],
    prepare(): void {
      refresh();
      void comparisonCode.load();
    },
    compare(model: string): void {
      oneMessage.setData({ messageId: message.id }, message);
      regenerate(message, model, true);
      compareAnswer(message.conversationId, message.id);
    },
  };
}

function hasAnswered(models: readonly OfferedModel[], { name }: OfferedModel, message: Message): boolean {
  const { name: answeredBy } = readAnsweredBy(message);
  return answeredBy === null ? name === message.model : isFirstChoice(models, { answeredBy, model: name });
}
