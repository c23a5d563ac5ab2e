import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { When } from '../../../components/dates/when.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { LoadingList } from '../../../components/states/loading-list.tsx';
import { PaneBoundary } from '../../../components/states/pane-boundary.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { AdminFrame, AdminHeading } from '../admin-frame.tsx';
import { FactorList } from './factor-list.tsx';
import { securityTexts } from './texts.ts';

/** Who has which second factor, and the failed sign-ins. */
export function SecurityScreen({ onSignOut }: { onSignOut: () => void }) {
  return (
    <AdminFrame place="security" onSignOut={onSignOut}>
      <AdminHeading page="security" />
      <PaneBoundary>
        <FactorList />
      </PaneBoundary>
      <PaneBoundary>
        <FailedSignIns />
      </PaneBoundary>
    </AdminFrame>
  );
}

const texts = securityTexts.failed;

/** The sign-ins to accounts that failed, the latest first. */
function FailedSignIns() {
  const query = trpc.admin.failedSignIns.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
  const signIns = query.data?.pages.flatMap((page) => page.signIns);
  return (
    <section aria-labelledby="failed-heading" className="mt-12">
      <h2 id="failed-heading" className="text-lg">
        {texts.heading}
      </h2>
      <p className="mt-1 max-w-160 text-pretty text-text-muted">{texts.lead}</p>
      <div className="mt-4">
        {!signIns && query.isError && <Unreadable text={errorText(query.error)} onRetry={() => void query.refetch()} />}
        {!signIns && !query.isError && <LoadingList label={texts.loading} rows={3} />}
        {signIns?.length === 0 && <CentredMessage title={texts.empty} text={texts.emptyHint} />}
        {signIns && signIns.length > 0 && (
          <ol className="border-border border-t">
            {signIns.map(({ id, at, person, detail, device, network }) => (
              <li
                key={id}
                className="grid gap-x-6 gap-y-1 border-border border-b py-3 text-[0.875rem] md:grid-cols-[9rem_minmax(0,1fr)]"
              >
                <span className="text-text-muted">
                  <When at={at} />
                </span>
                <p className="min-w-0 break-words">
                  <span dir="auto" className="font-medium">
                    {person.name}
                  </span>
                  <span className="text-text-muted"> ({person.email})</span>
                  <span className="block text-text-muted">
                    {[detail, device, network].filter((part) => part !== null).join(' · ')}
                  </span>
                </p>
              </li>
            ))}
          </ol>
        )}
        <MoreButton query={query} label={securityTexts.more} loading={securityTexts.loadingMore} />
      </div>
    </section>
  );
}
