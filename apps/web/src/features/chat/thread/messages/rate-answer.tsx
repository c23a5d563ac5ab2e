import type { Message, Rating } from '@noek/contract/chat/schemas';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { TextButton } from '../../../../components/base/button.tsx';
import { codePart } from '../../../../components/base/code-part.ts';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { useMessageActions } from '../../message/message-actions.ts';
import { threadTexts } from '../texts.ts';

const RatingReason = codePart(() => import('./rating-reason.tsx')).lazy();

/**
 * Rates an answer as good or bad. The rating can be changed, and a second press removes it. After a bad rating, the person is
 * asked for a reason, which is optional; after a good rating, they can give one, too.
 */
export function useRating(message: Message) {
  const { rate } = useMessageActions();
  const [asking, setAsking] = useState(false);
  const say = useRef<HTMLButtonElement>(null);
  const rating = message.feedback?.rating ?? null;

  const press = (pressed: Rating) => {
    const next = pressed === rating ? null : pressed;
    void rate(message, next);
    setAsking(next === 'bad');
  };
  const thumb = (value: Rating, label: string, icon: React.ReactNode) => (
    <IconButton label={label} aria-pressed={rating === value} onClick={() => press(value)}>
      {icon}
    </IconButton>
  );
  const link = (
    <TextButton
      ref={say}
      className="text-xs!"
      aria-haspopup="dialog"
      aria-expanded={asking}
      onClick={() => setAsking(true)}
    >
      {message.feedback?.reason ? threadTexts.rating.reason : threadTexts.rating.addReason}
    </TextButton>
  );
  const thumbs = (
    <>
      {thumb('good', threadTexts.rating.good, <ThumbsUp aria-hidden />)}
      {thumb('bad', threadTexts.rating.bad, <ThumbsDown aria-hidden />)}
    </>
  );
  const reason = rating !== null && (
    <Suspense fallback={link}>
      {asking ? (
        <RatingReason
          message={message}
          rating={rating}
          anchor={link}
          onClose={() => setAsking(false)}
          onClosed={() => say.current?.focus()}
        />
      ) : (
        link
      )}
    </Suspense>
  );
  return { thumbs, reason };
}
