import { Suspense } from 'react';
import { codePart } from '../../../components/base/code-part.ts';

const OthersConversation = codePart(() => import('./others-conversation.tsx')).lazy();

/** The page of another person's conversation: what its owner shared, or that it was not found. */
export function SharedOrMissing({ conversationId }: { conversationId: number }) {
  return (
    <Suspense fallback={<main id="main" tabIndex={-1} className="min-h-0 flex-1 outline-none" />}>
      <OthersConversation conversationId={conversationId} />
    </Suspense>
  );
}
