import { refusalOf } from '@noek/contract/chat/sending';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { OutOfDate } from '../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { AdminFrame, AdminHeading, AdministratorsOnly, SignedOut } from '../admin-frame.tsx';
import { KnowledgeActions } from './knowledge-actions.tsx';
import { KnowledgeFacts } from './knowledge-facts.tsx';
import { KnowledgeState } from './knowledge-state.tsx';
import { RevisionHistory } from './revision-history.tsx';
import { SetUpGuide } from './set-up-guide.tsx';
import { knowledgeTexts } from './texts.ts';

/** How often the state is read while the page is shown, in milliseconds. */
const pollMs = 5_000;

/** The state of the knowledge base. Calls `onSignOut` after a sign-out in another tab. */
export function KnowledgeScreen({ onSignOut }: { onSignOut: () => void }) {
  return (
    <AdminFrame place="knowledge" onSignOut={onSignOut}>
      <KnowledgePage />
    </AdminFrame>
  );
}

function KnowledgePage() {
  const query = trpc.knowledge.status.useQuery(undefined, { staleTime: 0, refetchInterval: pollMs });
  const { data: status, error } = query;
  const refused = refusalOf(error)?.httpStatus;
  if (refused === 403) return <AdministratorsOnly status={refused} />;
  if (refused === 401) return <SignedOut />;
  return (
    <div className="max-w-3xl">
      <AdminHeading page="knowledge" />
      {error && status && <OutOfDate text={errorText(error)} className="mt-5" />}
      <div className="mt-5 grid gap-5">
        {error && !status && <Unreadable text={errorText(error)} onRetry={() => void query.refetch()} />}
        {!error && !status && <Loading />}
        {status && <KnowledgeState status={status} />}
        <KnowledgeActions onTested={() => void query.refetch()} />
      </div>
      {status && (
        <>
          {(status.configured || status.hasServiceAccount || status.hasDocumentId) && (
            <KnowledgeFacts status={status} />
          )}
          {status.configured ? <RevisionHistory status={status} /> : <SetUpGuide />}
        </>
      )}
    </div>
  );
}

const Loading = () => (
  <div role="status">
    <span className="sr-only">{knowledgeTexts.loading}</span>
    <Skeleton className="h-20 w-full rounded-card" />
  </div>
);
