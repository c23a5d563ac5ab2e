import { trpc } from '../../../api/trpc.ts';
import { MailedStep } from './mailed-step.tsx';
import { securityLinkTexts } from './security-links-texts.ts';

const texts = securityLinkTexts.notMe;

/** Ends a login that was not the owner's, with the token from the mail about it, and then leads to a new password. */
export function NotMeScreen({ token }: { token: string | undefined }) {
  const end = trpc.auth.notMe.useMutation({
    // It replaces this page, whose link works only once.
    onSuccess: ({ resetToken }) => window.location.replace(`/reset-password?token=${encodeURIComponent(resetToken)}`),
  });
  return <MailedStep token={token} step={end} pageTitle={texts.pageTitle} texts={texts} />;
}
