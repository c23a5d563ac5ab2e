import { lazy, Suspense } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button, type ButtonProps } from '../../../../components/base/button.tsx';
import { keepTrying } from '../../../../components/base/keep-trying.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { useRefreshSecurity } from '../../../auth/passkeys/use-refresh-security.ts';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.authenticator;
const SetUpDialog = lazy(() => keepTrying(() => import('./set-up-dialog.tsx')));

/** Sets up an authenticator app in a dialog. Calls `onSetUp` when that is done. */
export function SetUpButton({ onSetUp, ...look }: Pick<ButtonProps, 'variant' | 'size'> & { onSetUp?: () => void }) {
  const refresh = useRefreshSecurity();
  const start = trpc.auth.totpStart.useMutation({
    onError(error) {
      toast({ title: errorText(error, texts.startFailed), variant: 'destructive' });
      // It was set up elsewhere in the meantime.
      void refresh();
    },
  });
  return (
    <>
      <Button {...look} disabled={start.isPending} onClick={() => start.mutate()}>
        {start.isPending ? texts.starting : texts.setUp}
      </Button>
      {start.data && (
        <Suspense fallback={null}>
          <SetUpDialog begun={start.data} onSetUp={onSetUp} onClose={() => start.reset()} />
        </Suspense>
      )}
    </>
  );
}
