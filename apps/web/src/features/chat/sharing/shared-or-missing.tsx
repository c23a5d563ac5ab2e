import { lazy, Suspense } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';

const OthersConversation = lazy(() => keepTrying(() => import('./others-conversation.tsx')));

/** The page of another person's conversation: what its owner shared, or that it was not found. */
export function SharedOrMissing({ conversationId }: { conversationId: number }) {
  return (
    <Suspense fallback={<main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none" />}>
      <OthersConversation conversationId={conversationId} />
    </Suspense>
  );
}
