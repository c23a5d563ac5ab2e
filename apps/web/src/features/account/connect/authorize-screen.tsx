import type { AppRequest } from '@noek/contract/auth/apps';
import { useEffect } from 'react';
import { errorText, serverText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { useCurrentUser } from '../../session/current-user.ts';
import { AllowedScopes } from './allowed-scopes.tsx';
import { unpacked } from './app-query.ts';
import { ConnectFrame, ConnectHeading, Facts } from './connect-frame.tsx';
import { connectTexts } from './texts.ts';

const texts = connectTexts.app;

/**
 * The page that an app opens in the browser: it names the app and what it asks for, and asks the person. `asked`: the packed query. Calls
 * `onReturn` with the address of the app, and `onSignOut` after a sign-out in another tab.
 */
export function AuthorizeScreen(props: { asked: string; onReturn: (to: string) => void; onSignOut: () => void }) {
  return (
    <ConnectFrame pageTitle={texts.pageTitle} onSignOut={props.onSignOut}>
      <Request query={unpacked(props.asked)} onReturn={props.onReturn} />
    </ConnectFrame>
  );
}

function Request({ query, onReturn }: { query: string; onReturn: (to: string) => void }) {
  const request = trpc.auth.appRequest.useQuery({ query }, { staleTime: Infinity, gcTime: 0 });
  const to = request.data?.kind === 'return' ? request.data.to : null;
  useEffect(() => {
    if (to !== null) onReturn(to);
  }, [to, onReturn]);
  if (request.isError) return <Unreadable text={errorText(request.error)} onRetry={() => void request.refetch()} />;
  if (!request.data) return <Loading />;
  if (request.data.kind === 'ask') return <Question query={query} asked={request.data} onReturn={onReturn} />;
  if (request.data.kind === 'return') return <CentredMessage title={texts.returning} heading />;
  return (
    <>
      <ConnectHeading>{texts.problem.heading}</ConnectHeading>
      <p className="mt-2 text-text-muted">{texts.problem.lead}</p>
      <Notice tone="danger" role="alert" className="mt-5">
        {request.data.message}
      </Notice>
    </>
  );
}

type Asked = Extract<AppRequest, { kind: 'ask' }>;

function Question({ query, asked, onReturn }: { query: string; asked: Asked; onReturn: (to: string) => void }) {
  const { name, host, scopes, returnsTo, isOnThisDevice, cancelTo } = asked;
  const { user } = useCurrentUser();
  const allow = trpc.auth.allowApp.useMutation({ onSuccess: ({ to }) => onReturn(to) });
  const isLeaving = allow.isPending || allow.isSuccess;
  return (
    <>
      <ConnectHeading>{texts.heading(name)}</ConnectHeading>
      <p className="mt-2 text-text-muted">{host === null ? texts.builtIn : texts.nameIsTheirs(host)}</p>
      <Facts
        facts={[
          ...(host === null ? [] : [[texts.publishedAt, host] as const]),
          [texts.returnsTo, isOnThisDevice ? texts.onThisDevice(returnsTo) : returnsTo],
        ]}
      />
      <h2 className="mt-6 font-medium text-base">{texts.lead}</h2>
      <AllowedScopes scopes={scopes} />
      <p className="mt-3 text-sm text-text-muted">
        {connectTexts.never} {connectTexts.revoke}
      </p>
      {isOnThisDevice && (
        <Notice tone="warning" className="mt-5">
          {texts.localWarning}
        </Notice>
      )}
      {allow.isError && (
        <Notice tone="danger" role="alert" className="mt-5">
          {serverText(allow.error) ?? texts.failed}
        </Notice>
      )}
      <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
        <Button variant="quiet" size="lg" disabled={isLeaving} onClick={() => onReturn(cancelTo)}>
          {connectTexts.cancel}
        </Button>
        <Button size="lg" disabled={isLeaving} onClick={() => allow.mutate({ query })}>
          {isLeaving ? connectTexts.allowing : connectTexts.allow}
        </Button>
      </div>
      {user && (
        <p className="mt-4 text-center text-sm text-text-muted [overflow-wrap:anywhere]">
          {connectTexts.signedInAs(user.email)}
        </p>
      )}
    </>
  );
}

const Loading = () => (
  <div role="status" aria-label={connectTexts.loading} className="grid gap-4">
    <Skeleton className="h-7 w-4/5" />
    <Skeleton className="h-4 w-3/5" />
    <Skeleton className="mt-4 h-20 w-full" />
    <Skeleton className="h-24 w-full" />
  </div>
);
