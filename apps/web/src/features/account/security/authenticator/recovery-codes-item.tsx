import { useState } from 'react';
import { reasonOr } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { ConfirmButton } from '../../../../components/dialogs/confirm-button.tsx';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { useRefreshSecurity } from '../../../auth/passkeys/use-refresh-security.ts';
import { Item } from '../../item.tsx';
import { securityTexts } from '../texts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const texts = securityTexts.codes;

/** How many recovery codes are left (null: there is no authenticator app), and a way to replace them. */
export function RecoveryCodesItem({ left }: { left: number | null }) {
  return (
    <Item title={<h3>{texts.title}</h3>} wraps control={left !== null && <NewCodes />}>
      <p>{left === null ? texts.none : texts.left(left)}</p>
    </Item>
  );
}

function NewCodes() {
  const [saved, setSaved] = useState(false);
  const refresh = useRefreshSecurity();
  const renew = trpc.auth.newRecoveryCodes.useMutation({
    onSuccess: () => setSaved(false),
    meta: { failed: reasonOr(texts.renewFailed) },
    onSettled: refresh,
  });
  return (
    <>
      <ConfirmButton
        variant="quiet"
        size="sm"
        disabled={renew.isPending}
        question={texts.question}
        onConfirm={() => renew.mutate()}
      >
        {renew.isPending ? texts.renewing : texts.renew}
      </ConfirmButton>
      {renew.data && (
        <Dialog
          title={texts.dialog.title}
          description={texts.dialog.description}
          busy={!saved}
          onClose={() => renew.reset()}
        >
          <RecoveryCodes codes={renew.data.recoveryCodes} onSaved={() => setSaved(true)} onDone={() => renew.reset()} />
        </Dialog>
      )}
    </>
  );
}
