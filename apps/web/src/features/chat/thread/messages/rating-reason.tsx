import { maxFeedbackLength } from '@noek/contract/chat/limits';
import type { Message, Rating } from '@noek/contract/chat/schemas';
import { isBlank } from '@noek/contract/text/characters';
import * as Popover from 'radix-ui/popover';
import { type FormEvent, type ReactElement, useId, useRef, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { Textarea } from '../../../../components/fields/textarea.tsx';
import { useMessageActions } from '../../message/message-actions.ts';
import { threadTexts } from '../texts.ts';

const questions = { good: threadTexts.rating.whyGood, bad: threadTexts.rating.whyBad } as const;

/** Asks why an answer is good or bad. The rating is already stored. */
export default function RatingReason(props: {
  message: Message;
  rating: Rating;
  /** The element that it is positioned next to. */
  anchor: ReactElement;
  onClose: () => void;
  /** Called when it has closed and lost the focus. */
  onClosed: () => void;
}) {
  const { message, rating, onClose } = props;
  const isElsewhere = useRef(false);
  const { rate } = useMessageActions();
  const [reason, setReason] = useState(message.feedback?.reason ?? '');
  const id = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void rate(message, rating, reason);
    onClose();
  };
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Anchor asChild>{props.anchor}</Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={`${id}-label`}
          side="top"
          align="start"
          sideOffset={8}
          // Neither over the header nor over the message box.
          collisionBoundary={document.getElementById('main')}
          collisionPadding={12}
          onInteractOutside={() => {
            isElsewhere.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!isElsewhere.current) props.onClosed();
          }}
          className="z-(--z-dialog) w-80 max-w-[calc(100vw-1.5rem)] animate-fade-in rounded-card border border-border bg-surface-raised p-4 shadow-float"
        >
          <form className="grid gap-3" onSubmit={submit}>
            <label id={`${id}-label`} htmlFor={id} className="font-medium text-[0.875rem]">
              {questions[rating]} <span className="font-normal text-text-muted">{threadTexts.rating.optional}</span>
            </label>
            <Textarea
              id={id}
              dir="auto"
              rows={3}
              maxLength={maxFeedbackLength}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              className="max-h-48 min-h-20 resize-none!"
            />
            <div className="flex justify-end gap-2">
              <Button variant="ghost" size="sm" onClick={onClose}>
                {threadTexts.rating.notNow}
              </Button>
              <Button type="submit" size="sm" disabled={isBlank(reason) && !message.feedback?.reason}>
                {threadTexts.rating.submit}
              </Button>
            </div>
          </form>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
