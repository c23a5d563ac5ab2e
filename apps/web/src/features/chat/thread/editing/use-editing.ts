import type { Message } from '@noek/contract/chat/schemas';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { EditDrafts, OpenEdit } from '../../drafts/edits.ts';
import { isThere } from '../../files/file-kind.ts';
import type { MessageActions } from '../../message/message-actions.ts';
import type { OutboxEntry } from '../../outbox/outbox-entry.ts';
import type { Send } from '../../send/sending.ts';

type EditActions = Pick<
  MessageActions,
  'edit' | 'typedEdit' | 'pastedEdit' | 'writeEdit' | 'sendEdit' | 'takesFocus' | 'returnsFocus'
>;

/** The open editor of the conversation and its actions. The typed text is kept until it is sent. */
export function useEditing(options: {
  conversationId: number | null;
  edits: EditDrafts;
  onSend: (send: Send) => boolean;
  /** An edit whose text came back: its editor opens again, unless another one is open. */
  returned: OutboxEntry | null;
  /** An edit was sent: its editor, which has the focus, is about to disappear. */
  onAsked: () => void;
}): { editing: OpenEdit | null; actions: EditActions } {
  const { conversationId, edits, returned } = options;
  // Not in an effect: effects run again when the page is shown again, and would close an editor.
  const found = () => (conversationId === null ? null : edits.opened(conversationId));
  const [shown, setShown] = useState(() => ({ conversationId, editing: found() }));
  if (shown.conversationId !== conversationId) setShown({ conversationId, editing: found() });
  const { editing } = shown;
  const latest = useRef({ ...options, editing });
  latest.current = { ...options, editing };
  /** The message whose editor was cancelled last, until another editor opens. */
  const cancelled = useRef<string | null>(null);

  const actions = useMemo((): EditActions => {
    const show = (id: number | null, next: OpenEdit | null) =>
      setShown((now) => (now.conversationId === id ? { ...now, editing: next } : now));
    function open({ conversationId: id, id: messageId, content }: Message): void {
      cancelled.current = null;
      show(id, edits.open(id, messageId, content));
    }
    return {
      edit(message) {
        const { conversationId: here, editing: closing } = latest.current;
        if (message) return open(message);
        if (here !== null && closing) edits.drop(here, closing.messageId);
        cancelled.current = closing?.messageId ?? null;
        show(here, null);
      },
      typedEdit({ conversationId: id, id: messageId }) {
        const opened = edits.opened(id);
        return opened?.messageId === messageId ? opened.text : null;
      },
      pastedEdit: ({ conversationId: id, pasted, content }) => edits.opened(id)?.pasted ?? (pasted ? [content] : []),
      writeEdit: ({ conversationId: id, id: messageId }, text, pasted) => edits.write(id, messageId, text, pasted),
      sendEdit({ conversationId: id, id: messageId, parentId, files: had }, content, pasted) {
        const files = had.filter(isThere);
        if (
          !latest.current.onSend({
            kind: 'edit',
            content,
            files,
            messageId,
            parentId,
            ...(pasted.length > 0 && { pasted }),
          })
        )
          return;
        edits.drop(id, messageId);
        show(id, null);
        latest.current.onAsked();
      },
      // Read on each mount: a list that mounts again mounts its editor again.
      takesFocus: (messageId) => edits.isAsked(messageId),
      returnsFocus: (messageId) => cancelled.current === messageId,
    };
  }, [edits]);

  useEffect(() => {
    const { conversationId: here, editing: open } = latest.current;
    if (!returned?.messageId || returned.conversationId !== here || here === null || open) return;
    // The edit may have been cancelled or sent since.
    if (edits.opened(here)?.messageId !== returned.messageId) return;
    const editing = edits.open(here, returned.messageId, returned.content);
    setShown({ conversationId: here, editing });
  }, [returned, edits]);

  return { editing, actions };
}
