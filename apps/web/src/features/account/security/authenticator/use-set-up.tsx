import { type ReactNode, Suspense } from 'react';
import { reasonOr } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button, type ButtonProps } from '../../../../components/base/button.tsx';
import { codePart } from '../../../../components/base/code-part.ts';
import { useRefreshSecurity } from '../../../auth/passkeys/use-refresh-security.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.authenticator;
const SetUpDialog = codePart(() => import('./set-up-dialog.tsx')).lazy();

/**
 * Sets up an authenticator app. The button may disappear as soon as the app is on; the dialog, which then shows the recovery codes, must
 * stay until it is closed. `onSetUp` is called when it closes after that.
 */
export function useSetUp(look: Pick<ButtonProps, 'variant' | 'size'> & { onSetUp?: () => void }): {
  button: ReactNode;
  dialog: ReactNode;
} {
  const { onSetUp, ...variant } = look;
  const refresh = useRefreshSecurity();
  const start = trpc.auth.totpStart.useMutation({
    meta: { failed: reasonOr(texts.startFailed) },
    // It was set up elsewhere in the meantime.
    onError: () => void refresh(),
  });
  return {
    button: (
      <Button {...variant} disabled={start.isPending} onClick={() => start.mutate()}>
        {start.isPending ? texts.starting : texts.setUp}
      </Button>
    ),
    dialog: start.data && (
      <Suspense fallback={null}>
        <SetUpDialog begun={start.data} onSetUp={onSetUp} onClose={() => start.reset()} />
      </Suspense>
    ),
  };
}
