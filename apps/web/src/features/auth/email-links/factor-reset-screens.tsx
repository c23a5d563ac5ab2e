import { trpc } from '../../../api/trpc.ts';
import { DevInboxLink } from '../forms/dev-inbox-link.tsx';
import { MailedStep } from './mailed-step.tsx';
import { securityLinkTexts } from './security-links-texts.ts';

/** Begins to remove a lost second factor, with the token from the mail. */
export function BeginFactorResetScreen({ token }: { token: string | undefined }) {
  const begin = trpc.auth.beginFactorReset.useMutation();
  const texts = securityLinkTexts.beginFactorReset;
  return (
    <MailedStep token={token} step={begin} pageTitle={texts.pageTitle} texts={texts}>
      <DevInboxLink className="mt-4 text-center" />
    </MailedStep>
  );
}

/** Keeps the second factor, with the token from one of the daily mails. */
export function StopFactorResetScreen({ token }: { token: string | undefined }) {
  const stop = trpc.auth.stopFactorReset.useMutation();
  const texts = securityLinkTexts.stopFactorReset;
  return <MailedStep token={token} step={stop} pageTitle={texts.pageTitle} texts={texts} />;
}
