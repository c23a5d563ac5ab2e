import { MailCheck } from 'lucide-react';
import { usePublicConfig } from '../../api/public-config.ts';
import { Button } from '../../components/button.tsx';
import { AuthCard } from './auth-frame.tsx';
import { InboxLink } from './inbox-link.tsx';

/** After signing up: where the mail went, and the ways on. */
export function CheckYourEmail(props: { email: string; onSignIn: () => void; onBack: () => void }) {
  const { supportEmail } = usePublicConfig();
  return (
    <AuthCard
      heading="Check Your Email"
      lead={
        <>
          We sent a verification link to <b className="font-medium text-text">{props.email}</b>.
        </>
      }
    >
      <p className="mt-4 flex gap-3 rounded-card bg-surface px-4 py-3.5 text-[0.875rem] leading-5.5">
        <MailCheck className="icon mt-0.75 text-accent-ink" aria-hidden />
        <span>
          Open the link to verify your address, then sign in. It may take a minute; the spam folder is worth a look,
          too.
        </span>
      </p>
      <InboxLink className="mt-4 text-center" />
      <div className="mt-6 grid gap-2.5">
        <Button className="w-full" onClick={props.onSignIn}>
          I've Verified My Email - Sign In
        </Button>
        <Button variant="quiet" className="w-full" onClick={props.onBack}>
          Back to Sign Up
        </Button>
      </div>
      <p className="mt-5 text-center text-sm text-text-muted">
        No mail? Write to{' '}
        <a className="prose-link" href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
        .
      </p>
    </AuthCard>
  );
}
