import { refusalOf } from '@noek/contract/chat/sending';
import type { KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import type { ReactNode } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { CopyField } from '../../../components/copy-field.tsx';
import { When } from '../../../components/dates/when.tsx';
import { OutOfDate } from '../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { AdminFrame, AdminHeading, AdministratorsOnly, SignedOut } from '../admin-frame.tsx';
import { KnowledgeActions } from './knowledge-actions.tsx';
import { KnowledgeState } from './knowledge-state.tsx';
import { RevisionHistory } from './revision-history.tsx';
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

const factsTexts = knowledgeTexts.facts;

/** The source of the text, its age, and the address to share a Google document with. */
function KnowledgeFacts({ status }: { status: KnowledgeStatus }) {
  const { source, folder, syncedAt, lagMs, revision, serviceAccountEmail } = status;
  const usesGoogle = source !== 'folder' || status.hasServiceAccount || status.hasDocumentId;
  return (
    <section aria-labelledby="knowledge-facts" className="mt-9">
      <h2 id="knowledge-facts" className="text-lg">
        {factsTexts.heading}
      </h2>
      <dl className="mt-3 grid gap-x-8 border-border border-t sm:grid-cols-2">
        {source && (
          <Fact name={factsTexts.source}>
            {source === 'folder' && folder !== null ? factsTexts.folder(folder) : factsTexts.google}
          </Fact>
        )}
        {source && <Fact name={factsTexts.synced}>{syncedAt ? <When at={syncedAt} /> : factsTexts.never}</Fact>}
        {lagMs !== null && <Fact name={factsTexts.delay}>{factsTexts.upTo(Math.ceil(lagMs / 1_000))}</Fact>}
        {revision && <Fact name={factsTexts.size}>{factsTexts.sizeOf(revision.size, revision.passages)}</Fact>}
        {usesGoogle && (
          <>
            <Fact name={factsTexts.account}>{status.hasServiceAccount ? factsTexts.set : factsTexts.missing}</Fact>
            <Fact name={factsTexts.document}>{status.hasDocumentId ? factsTexts.set : factsTexts.missing}</Fact>
          </>
        )}
      </dl>
      {serviceAccountEmail && (
        <div className="mt-4">
          <CopyField label={knowledgeTexts.share.label} value={serviceAccountEmail} />
          <p className="mt-1.5 text-sm text-text-muted">{knowledgeTexts.share.help}</p>
        </div>
      )}
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-border border-b py-2.5">
    <dt className="flex-none text-text-muted">{name}</dt>
    <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{children}</dd>
  </div>
);

const guideTexts = knowledgeTexts.setUp;

/** How to set up a folder or a Google document. */
function SetUpGuide() {
  return (
    <section aria-labelledby="knowledge-set-up" className="mt-9">
      <h2 id="knowledge-set-up" className="text-lg">
        {guideTexts.heading}
      </h2>
      <p className="mt-1 text-text-muted">{guideTexts.restart}</p>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        {[guideTexts.folder, guideTexts.google].map(({ heading, steps }) => (
          <section key={heading} aria-label={heading} className="rounded-card border border-border px-5 py-4">
            <h3 className="text-[1rem]">{heading}</h3>
            <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-text-muted marker:text-text-muted">
              {steps.map((step) => (
                <li key={step} className="wrap-anywhere">
                  {step}
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}
