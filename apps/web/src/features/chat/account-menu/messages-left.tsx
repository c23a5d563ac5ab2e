import { clsx } from 'clsx';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { counted } from '../../../components/base/texts.ts';
import { tooltip } from '../../../components/base/tooltip.ts';
import { resetLabel } from '../../../components/dates/date-labels.ts';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';

/** Below this number, signed-in people are told how many messages are left. */
const fewMessages = 100;

/** How many messages are left, the limit, and when it resets; null until that is known. */
export function useMessagesLeft() {
  const { user, pending } = useSession();
  const current = useOpenConversation();
  // The request creates a guest. A visitor without a cookie who only reads a shared conversation must not become one.
  const isUnknown = pending || !current.isOwnPage;
  const guest = trpc.chat.guestStatus.useQuery(undefined, { enabled: !user && !isUnknown });
  const plan = trpc.chat.allowance.useQuery(undefined, { enabled: user !== null });
  const allowance = user ? plan.data : isUnknown ? undefined : guest.data;
  if (!allowance) return null;
  return {
    isFew: allowance.remainingMessages < fewMessages,
    isOne: allowance.remainingMessages === 1,
    left: counted(allowance.remainingMessages),
    limit: counted(allowance.messageLimit),
    /** A sentence that says when there will be more. Many pages never show it. */
    get reset() {
      const reset = resetLabel(allowance.resetAt);
      return reset && chatTexts.header.resetsAt(reset);
    },
  };
}

/** How many messages are left: a badge for guests, a line for signed-in people who have few. */
export function MessagesLeft() {
  const { user, pending } = useSession();
  const { isOpen, isOwnPage } = useOpenConversation();
  const known = useMessagesLeft();
  // The badge of a guest keeps its place until the number is known, so that the header does not move.
  if (!known)
    return !user && !pending && isOwnPage ? <GuestBadge left="10" isOne={false} isOpen={isOpen} hidden /> : null;
  if (user && !known.isFew) return null;
  const { left, limit, reset } = known;
  const hint = tooltip(chatTexts.header.leftHint(limit, reset));
  if (user)
    return (
      <span
        className="whitespace-nowrap pr-2 text-sm text-text-muted tabular-nums @max-[56rem]/header:hidden @max-[74rem]/header:group-data-modes/header:hidden"
        {...hint}
      >
        {chatTexts.header.leftToday(left, known.isOne)}
      </span>
    );
  return <GuestBadge left={left} isOne={known.isOne} isOpen={isOpen} {...hint} />;
}

function GuestBadge(props: { left: string; isOne: boolean; isOpen: boolean; hidden?: boolean }) {
  const { left, isOne, isOpen, hidden, ...hint } = props;
  // On a phone, the title of the conversation needs the room.
  const shortened = isOpen ? '@max-[30rem]/header:sr-only' : '@max-[23.4rem]/header:sr-only';
  return (
    <Badge className={clsx('tabular-nums @max-[23.4rem]/header:px-1.5', hidden && 'invisible')} {...hint}>
      <span>
        {left} <span className={shortened}>{isOne ? 'message ' : 'messages '}</span>left
      </span>
    </Badge>
  );
}
