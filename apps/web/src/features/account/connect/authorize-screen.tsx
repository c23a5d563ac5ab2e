import type { AppRequest } from '@noek/contract/auth/apps';
import { useEffect } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Notice } from '../../../components/base/notice.tsx';
import { Skeleton } from '../../../components/base/skeleton.tsx';
import { CentredMessage } from '../../../components/states/centred-message.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { AllowedScopes } from './allowed-scopes.tsx';
import { unpacked } from './app-query.ts';
import { ConnectFrame, ConnectHeading, Facts } from './connect-frame.tsx';
import { Decision } from './decision.tsx';
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
  const { name, host, isRegistered, scopes, returnsTo, isOnThisDevice, cancelTo } = asked;
  const allow = trpc.auth.allowApp.useMutation({ onSuccess: ({ to }) => onReturn(to) });
  const isLeaving = allow.isPending || allow.isSuccess;
  return (
    <>
      <ConnectHeading>{texts.heading(name)}</ConnectHeading>
      <p className="mt-2 text-text-muted">
        {host !== null ? texts.nameIsTheirs(host) : isRegistered ? texts.registered : texts.builtIn}
      </p>
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
      <Decision
        isAllowing={isLeaving}
        disabled={isLeaving}
        error={allow.error}
        failed={texts.failed}
        onCancel={() => onReturn(cancelTo)}
        onAllow={() => allow.mutate({ query })}
      />
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
