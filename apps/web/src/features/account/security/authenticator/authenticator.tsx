import { reasonOr, unlessGone } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { OnDay } from '../../../../components/dates/when.tsx';
import { ConfirmButton } from '../../../../components/dialogs/confirm-button.tsx';
import { useRefreshSecurity } from '../../../auth/passkeys/use-refresh-security.ts';
import { Item } from '../../item.tsx';
import { securityTexts } from '../texts.ts';
import { useSetUp } from './use-set-up.tsx';

const texts = securityTexts.authenticator;

/** The authenticator app of the account, which is on since `since` (null: it is not). */
export function Authenticator({ since }: { since: string | null }) {
  const setUp = useSetUp({ variant: 'quiet', size: 'sm' });
  return (
    <Item title={<h3>{texts.title}</h3>} wraps control={since === null ? setUp.button : <RemoveAuthenticator />}>
      <p>{texts.hint}</p>
      {since !== null && (
        <p>
          {texts.since} <OnDay at={since} />
        </p>
      )}
      {setUp.dialog}
    </Item>
  );
}

function RemoveAuthenticator() {
  const refresh = useRefreshSecurity();
  const remove = trpc.auth.totpRemove.useMutation({
    onSuccess: () => toast(texts.removed),
    meta: { failed: unlessGone(reasonOr(texts.removeFailed)) },
    onSettled: refresh,
  });
  return (
    <ConfirmButton
      variant="danger-quiet"
      size="sm"
      disabled={remove.isPending}
      question={texts.question}
      destructive
      onConfirm={() => remove.mutate()}
    >
      {remove.isPending ? texts.removing : texts.remove}
    </ConfirmButton>
  );
}
