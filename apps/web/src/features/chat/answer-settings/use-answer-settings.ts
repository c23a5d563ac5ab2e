import type { AnswerSettings } from '@noek/contract/chat/schemas';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { isRefused } from '../../../api/base/error-text.ts';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { answerSettingsTexts } from './texts.ts';

/**
 * The settings for the next answers of the conversation on screen, and a function that changes them. A change shows at once and is stored
 * with the conversation. If the server cannot be reached, the next message carries the change; if the server refuses it, it is reverted.
 */
export function useAnswerSettings(): {
  settings: Required<AnswerSettings>;
  change: (settings: AnswerSettings) => void;
} {
  const { client } = trpc.useUtils();
  const { cache } = useSession();
  const { id, conversation, modes, unsavedSettings } = useOpenConversation();
  const unsaved = useSyncExternalStore(unsavedSettings.subscribe, () => unsavedSettings.get(id));
  /** Changes reach the server in the order in which they were made. */
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const change = useCallback(
    (settings: AnswerSettings) => {
      unsavedSettings.change(id, settings);
      if (id === null) return;
      last.current = last.current
        .then(() => client.chat.changeAnswerSettings.mutate({ conversationId: id, ...settings }))
        .then(
          (changed) => {
            cache.putConversation(changed);
            unsavedSettings.settle(id, settings);
          },
          (error: unknown) => {
            if (!isRefused(error)) return;
            unsavedSettings.settle(id, settings);
            tellFailure(answerSettingsTexts.failed, error);
          },
        );
    },
    [client, cache, unsavedSettings, id],
  );

  return {
    settings: {
      webSearch: unsaved.webSearch ?? conversation?.webSearch ?? false,
      model: (unsaved.model === undefined ? conversation?.model : unsaved.model) ?? null,
      ...modes,
      effort: unsaved.effort ?? conversation?.effort ?? 'automatic',
    },
    change,
  };
}
