import { maxMessageLength } from '@noek/contract/chat/limits';
import type { Message } from '@noek/contract/chat/schemas';
import { characterCount, isBlank } from '@noek/contract/text/characters';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { isOfInputMethod } from '../../../../components/base/of-input-method.ts';
import { Textarea } from '../../../../components/fields/textarea.tsx';
import { usePastedParts } from '../../drafts/pasted-parts.ts';
import { isThere } from '../../files/file-kind.ts';
import { useMessageActions } from '../../message/message-actions.ts';
import { MessageFrame } from '../../message/message-frame.tsx';
import { chatTexts } from '../../texts.ts';
import { threadTexts } from '../texts.ts';

/**
 * In milliseconds. The list hides an item until it has measured it, late on a busy machine, and again when the list changes.
 * A hidden element loses the focus. For this long, an opened editor takes the focus back, until the person presses elsewhere
 * or another element takes the focus.
 */
const holdsFocusMs = 10_000;

/** Edits a sent message. Sending creates a new version; the old one remains, with the messages that follow it. */
export function MessageEditor({ message, text: first }: { message: Message; text: string }) {
  const { busy, edit, typedEdit, pastedEdit, writeEdit, sendEdit, takesFocus } = useMessageActions();
  // A new list mounts the editor again, which then starts with the text typed so far.
  const [text, setText] = useState(() => typedEdit(message) ?? first);
  const [pasted, setPasted] = useState(() => pastedEdit(message));
  const box = useRef<HTMLTextAreaElement>(null);
  usePastedParts({
    input: box,
    text,
    parts: pasted,
    onParts(parts) {
      setPasted(parts);
      writeEdit(message, text, parts);
    },
  });
  const { id: messageId } = message;
  const tooLong = characterCount(text) > maxMessageLength;
  const sendable = !busy && !tooLong && (!isBlank(text) || message.files.some(isThere));

  // A layout effect, because it runs again when a hidden page is shown again.
  useLayoutEffect(() => {
    if (!takesFocus(messageId)) return;
    let frame = 0;
    const until = performance.now() + holdsFocusMs;
    const hold = () => {
      const { current } = box;
      if (document.activeElement === document.body && current) {
        current.focus({ preventScroll: true });
        current.setSelectionRange(current.value.length, current.value.length);
      }
      const isTaken = document.activeElement !== document.body && document.activeElement !== current;
      if (!isTaken && performance.now() < until) frame = requestAnimationFrame(hold);
    };
    const leave = () => cancelAnimationFrame(frame);
    hold();
    // With its buttons, once it has its place in the list.
    requestAnimationFrame(() => box.current?.form?.scrollIntoView({ block: 'nearest' }));
    document.addEventListener('pointerdown', leave, { capture: true });
    return () => {
      leave();
      document.removeEventListener('pointerdown', leave, { capture: true });
    };
  }, [takesFocus, messageId]);

  const submit = () => {
    if (sendable) sendEdit(message, text, pasted);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      edit(null);
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };

  return (
    <MessageFrame>
      <form
        className="grid w-full max-w-144 scroll-my-4 gap-2.5 rounded-composer bg-bubble p-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Textarea
          ref={box}
          aria-label={threadTexts.editor.label}
          dir="auto"
          aria-invalid={tooLong}
          rows={2}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            writeEdit(message, event.target.value, pasted);
          }}
          onKeyDown={onKeyDown}
          className="max-h-80 resize-none! text-[1rem]!"
        />
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-40 flex-1 px-1 max-md:basis-full text-text-muted text-xs">
            {tooLong ? threadTexts.editor.tooLong : threadTexts.editor.branches}
          </p>
          <Button variant="ghost" size="sm" onClick={() => edit(null)}>
            {chatTexts.cancel}
          </Button>
          <Button type="submit" size="sm" disabled={!sendable}>
            {threadTexts.editor.send}
          </Button>
        </div>
      </form>
    </MessageFrame>
  );
}
