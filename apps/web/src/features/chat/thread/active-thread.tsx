import type { ComponentProps, ReactNode, RefObject } from 'react';
import { useMemo } from 'react';
import { useChatNavigation } from '../chat-navigation.tsx';
import { MessageActionsContext } from '../message/message-actions.ts';
import { QueuedMessages } from '../queue/queued-messages.tsx';
import type { Send } from '../send/sending.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSend } from '../session/sends.ts';
import { useSession } from '../session/session.ts';
import { freezeAnswer } from '../streaming/freeze-answer.ts';
import { useEditing } from './editing/use-editing.ts';
import { useScrollKeys } from './scroll-keys.ts';
import Thread from './thread.tsx';
import { useActionsOnMessages } from './use-actions-on-messages.ts';
import { useFormulas } from './use-formulas.ts';

/**
 * What is loaded with the list: knip does not see that `loadThread` reads it.
 * @public
 */
export const beside = { QueuedMessages, freezeAnswer };

/** The message list with what its messages offer. */
export default function ActiveThread(
  props: Omit<ComponentProps<typeof Thread>, 'editing'> & {
    scroller: RefObject<HTMLElement | null>;
    /** Shown until the messages can be. */
    placeholder: ReactNode;
    /** An answer is running or a message is being sent. */
    busy: boolean;
    /** The focused element is about to disappear. */
    onAsked: () => void;
    /** Sends a message that an answer suggests. */
    onAsk: (text: string) => void;
    /** The end is wanted. */
    onEnd: () => void;
    /** An edit or a request for another answer was sent. */
    onSent: () => void;
  },
) {
  const { busy, placeholder, onAsk, onAsked, onSent, onEnd, ...list } = props;
  const { cache } = useSession();
  const { edits, input } = useOpenConversation();
  useScrollKeys({ scroller: props.scroller, box: input, onUp: props.onGo, onEnd });
  const { sending, returned } = useSend();
  const { conversationId } = useChatNavigation();
  const waits = useFormulas(conversationId, list.window.messages);
  const send = (what: Send) => {
    const isSent = sending.send(what);
    if (isSent) onSent();
    return isSent;
  };
  const { editing, actions: editActions } = useEditing({
    conversationId,
    edits,
    onSend: send,
    returned,
    onAsked,
  });
  const others = useActionsOnMessages({
    cache,
    busy,
    regenerate: ({ id: messageId, parentId: questionId }, model, isCompared) =>
      void send({ kind: 'regenerate', content: '', messageId, parentId: questionId, model, isCompared }),
    onAsk,
    onAsked,
    onVersion: props.onGo,
  });
  const actions = useMemo(() => ({ ...others, ...editActions }), [others, editActions]);
  if (waits) return placeholder;
  return (
    <MessageActionsContext value={actions}>
      <Thread {...list} editing={editing} />
    </MessageActionsContext>
  );
}
