import { trpc } from '../../api/trpc.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { InboxLink } from './inbox-link.tsx';
import { resendRefusal } from './refusal-text.ts';

/** Why somebody could not sign in (`reason`), and the verification mail once more. */
export function ResendBox({ email, reason }: { email: string; reason: string }) {
  const resend = trpc.auth.resendVerification.useMutation();
  return (
    <Notice tone="warning">
      <p role="alert" className="mb-2">
        {reason}
      </p>
      <b className="font-semibold">Email not verified for: {email}</b>
      <div className="mt-2.5">
        <Button variant="warning" size="sm" disabled={resend.isPending} onClick={() => resend.mutate({ email })}>
          Resend Verification Email
        </Button>
      </div>
      <p role="status" className={resend.isIdle || resend.isPending ? undefined : 'mt-2.5'}>
        {resend.isSuccess && 'Verification email sent! Please check your inbox and spam folder.'}
        {resend.isError && resendRefusal(resend.error)}
      </p>
      {resend.isSuccess && <InboxLink className="mt-1" />}
    </Notice>
  );
}
