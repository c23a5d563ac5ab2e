import { errorCode } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import MissingConversation from '../conversation/missing-conversation.tsx';
import { FailedMessages, LoadingMessages } from '../conversation/thread-states.tsx';
import { SharedPage } from './shared-page.tsx';

/** Another person's conversation: what its owner shared, or the page that says it was not found. */
export default function OthersConversation({ conversationId }: { conversationId: number }) {
  // A reader who returns to the page must no longer see a conversation that is no longer shared.
  const { data, isPending, error, refetch } = trpc.chat.shared.useQuery(
    { conversationId, unlessOwn: true },
    { refetchOnWindowFocus: 'always' },
  );
  const isMissing = errorCode(error) === 'NOT_FOUND';
  if (data && !isMissing) return <SharedPage key={conversationId} shared={data} />;
  return (
    <main id="main" tabIndex={-1} className="scroll-area min-h-0 min-w-0 flex-1 outline-none">
      {isPending ? (
        <LoadingMessages />
      ) : isMissing ? (
        <MissingConversation />
      ) : (
        <FailedMessages error={error} onRetry={() => void refetch()} />
      )}
    </main>
  );
}
