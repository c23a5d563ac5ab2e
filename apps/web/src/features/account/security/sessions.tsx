import type { LoginSession } from '@noek/contract/auth/schemas';
import { useState } from 'react';
import { reasonOr, unlessGone } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { Badge } from '../../../components/base/badge.tsx';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { OnDay, When } from '../../../components/dates/when.tsx';
import { AlertDialog } from '../../../components/dialogs/alert-dialog.tsx';
import { Item, Items } from '../item.tsx';
import { ReadSection } from '../section-states.tsx';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.sessions;

/** Where the user is signed in. Any other session can be ended, and all of them at once. */
export function Sessions() {
  const sessions = trpc.auth.sessions.useQuery(undefined, { staleTime: 0, refetchOnWindowFocus: true });
  return (
    <ReadSection query={sessions} label={texts.loading}>
      {(all) => (
        <>
          <Items>
            {all.map((session) => (
              <SessionItem key={session.id} session={session} />
            ))}
          </Items>
          <SignOutOthers count={all.filter(({ current }) => !current).length} />
        </>
      )}
    </ReadSection>
  );
}

/** The server notes the last use of a session only every five minutes. */
const isActive = ({ lastSeenAt }: LoginSession) => Date.now() - Date.parse(lastSeenAt) < 5 * 60_000;

function SessionItem({ session }: { session: LoginSession }) {
  const utils = trpc.useUtils();
  const end = trpc.auth.endSession.useMutation({
    meta: { failed: unlessGone(reasonOr(texts.signOutFailed)) },
    onSuccess: () => toast({ title: texts.signedOut(session.device) }),
    onSettled: () => utils.auth.sessions.invalidate(),
  });
  return (
    <Item
      title={<span dir="auto">{session.device}</span>}
      control={
        session.current ? (
          <Badge tone="success">{texts.thisDevice}</Badge>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            disabled={end.isPending}
            aria-label={texts.signOutOf(session.device)}
            onClick={() => end.mutate({ id: session.id })}
          >
            {end.isPending ? texts.signingOut : texts.signOut}
          </Button>
        )
      }
    >
      {session.place && <p>{session.place}</p>}
      <p>
        {session.current || isActive(session) ? (
          texts.activeNow
        ) : (
          <>
            {texts.lastSeen} <When at={session.lastSeenAt} />
          </>
        )}
        {' · '}
        {texts.firstSeen} <OnDay at={session.createdAt} />
      </p>
    </Item>
  );
}

function SignOutOthers({ count }: { count: number }) {
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const end = trpc.auth.endOtherSessions.useMutation({
    onSuccess: () => toast({ title: texts.othersSignedOut }),
    meta: { failed: reasonOr(texts.othersFailed) },
    onSettled: () => utils.auth.sessions.invalidate(),
  });
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="quiet" size="sm" disabled={count === 0 || end.isPending} onClick={() => setAsking(true)}>
        {texts.signOutOthers}
      </Button>
      {count === 0 && <p className="text-sm text-text-muted">{texts.onlyHere}</p>}
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.question.title}
        question={texts.question.question(count)}
        confirm={texts.question.confirm}
        onConfirm={() => end.mutate()}
      />
    </div>
  );
}
