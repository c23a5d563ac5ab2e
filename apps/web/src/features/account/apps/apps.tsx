import type { ConnectedApp } from '@noek/contract/auth/apps';
import { serverReasonOr, unlessGone } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { OnDay, When } from '../../../components/dates/when.tsx';
import { ConfirmButton } from '../../../components/dialogs/confirm-button.tsx';
import { scopeTexts } from '../connect/texts.ts';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { tokenTexts } from '../tokens/texts.ts';
import { appTexts } from './texts.ts';

/** The apps that may use Noek as this person: what each may do, when it was used, and a way to disconnect it. */
export function Apps() {
  const apps = trpc.auth.apps.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  return (
    <>
      <p className="text-sm text-text-muted">{appTexts.intro}</p>
      <div className="mt-5">
        <ReadSection query={apps} label={appTexts.loading}>
          {(all) =>
            all.length === 0 ? (
              <p className="text-sm text-text-muted">{appTexts.none}</p>
            ) : (
              <Items>
                {all.map((app) => (
                  <AppItem key={app.id} app={app} />
                ))}
              </Items>
            )
          }
        </ReadSection>
      </div>
    </>
  );
}

function AppItem({ app }: { app: ConnectedApp }) {
  const { id, name, host, isRegistered, scopes, createdAt, lastUsedAt, messagesToday } = app;
  const utils = trpc.useUtils();
  const revoke = trpc.auth.disconnectApp.useMutation({
    onSuccess: () => toast(appTexts.revoked(name)),
    meta: { failed: unlessGone(serverReasonOr(appTexts.revokeFailed)) },
    onSettled: () => utils.auth.apps.invalidate(),
  });
  return (
    <Item
      title={<span dir="auto">{name}</span>}
      control={
        <ConfirmButton
          variant="danger-quiet"
          size="sm"
          disabled={revoke.isPending}
          aria-label={appTexts.revokeNamed(name)}
          question={appTexts.question(name)}
          destructive
          onConfirm={() => revoke.mutate({ id })}
        >
          {revoke.isPending ? appTexts.revoking : appTexts.revoke}
        </ConfirmButton>
      }
    >
      <p>
        {host ?? (isRegistered ? appTexts.registered : appTexts.builtIn)}
        {' · '}
        {scopes.map((scope) => scopeTexts[scope].name).join(', ')}
      </p>
      <p>
        {appTexts.since} <OnDay at={createdAt} />
        {' · '}
        {lastUsedAt === null ? (
          appTexts.neverUsed
        ) : (
          <>
            {appTexts.lastUsed} <When at={lastUsedAt} />
          </>
        )}
        {' · '}
        {tokenTexts.messagesToday(messagesToday)}
      </p>
    </Item>
  );
}
