import { MailCheck } from 'lucide-react';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, TextButton } from '../../../components/base/button.tsx';
import { AuthCard } from '../auth-frame.tsx';
import { returnToInput } from '../continue/remember-auth-parameters.ts';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { useMailDelayed } from '../forms/mail-delayed.tsx';
import { resendRefusal } from '../forms/refusal-text.ts';
import { authTexts } from '../texts.ts';

/** Shown after sign-up: the address that the email was sent to, and links to sign in or back. */
export function CheckYourEmail(props: { email: string; onSignIn: () => void; onBack: () => void }) {
  const { supportEmail, mail } = usePublicConfig();
  const isKept = mail === 'inbox';
  const isDelayed = useMailDelayed();
  const resend = trpc.auth.resendVerification.useMutation();
  return (
    <AuthCard
      heading={authTexts.checkEmail.heading}
      lead={
        <>
          {isKept
            ? authTexts.checkEmail.keptFor
            : isDelayed
              ? authTexts.checkEmail.delayedFor
              : authTexts.checkEmail.sentTo}{' '}
          <b className="font-medium text-text">{props.email}</b>.
        </>
      }
    >
      <p className="mt-4 flex gap-3 rounded-card bg-surface px-4 py-3.5 text-[0.875rem] leading-5.5">
        <MailCheck className="icon mt-0.75 text-accent-ink" aria-hidden />
        <span>{isKept ? authTexts.checkEmail.keptHint : authTexts.checkEmail.hint}</span>
      </p>
      <p className="mt-3 text-[0.875rem] text-text-muted">
        {authTexts.checkEmail.notThere}{' '}
        <TextButton
          className="text-[0.875rem]!"
          disabled={resend.isPending}
          onClick={() => resend.mutate({ email: props.email, ...returnToInput() })}
        >
          {authTexts.checkEmail.again}
        </TextButton>
      </p>
      <p role="status" className="mt-1 text-sm empty:hidden">
        {resend.isSuccess && <span className="text-success-ink">{authTexts.resend.sent}</span>}
        {resend.isError && <span className="text-danger-ink">{resendRefusal(resend.error)}</span>}
      </p>
      <div className="mt-6 grid gap-2.5">
        <DevInboxLink asButton />
        <Button variant={isKept ? 'quiet' : 'primary'} className="w-full" onClick={props.onSignIn}>
          {authTexts.checkEmail.signIn}
        </Button>
        <Button variant="quiet" className="w-full" onClick={props.onBack}>
          {authTexts.checkEmail.back}
        </Button>
      </div>
      <p className="mt-5 text-center text-sm text-text-muted">
        {authTexts.checkEmail.support}{' '}
        <a className="prose-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
        .
      </p>
    </AuthCard>
  );
}
