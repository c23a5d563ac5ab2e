import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { returnToInput } from '../continue/remember-auth-parameters.ts';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { MailDelayed } from '../forms/mail-delayed.tsx';
import { resendRefusal } from '../forms/refusal-text.ts';
import { authTexts } from '../texts.ts';

/** Why a sign-in failed (`reason`), and a button that sends the verification email again. */
export function ResendBox({ email, reason }: { email: string; reason: string }) {
  const resend = trpc.auth.resendVerification.useMutation();
  return (
    <Notice tone="warning">
      <p role="alert" className="mb-2">
        {reason}
      </p>
      <b className="font-semibold">{authTexts.resend.notVerified(email)}</b>
      <div className="mt-2.5">
        <Button
          variant="warning"
          size="sm"
          disabled={resend.isPending}
          onClick={() => resend.mutate({ email, ...returnToInput() })}
        >
          {authTexts.resend.button}
        </Button>
      </div>
      <p role="status" className={resend.isIdle || resend.isPending ? undefined : 'mt-2.5'}>
        {resend.isSuccess && authTexts.resend.sent}
        {resend.isError && resendRefusal(resend.error)}
      </p>
      {resend.isSuccess && <DevInboxLink className="mt-1" />}
      {resend.isSuccess && <MailDelayed className="mt-1" />}
    </Notice>
  );
}
