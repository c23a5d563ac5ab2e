import { onlyValue } from '../../components/base/only-value.ts';
import { VerifyEmailScreen } from '../../features/auth/verify-email-screen.tsx';

/** `?token`: that of the link in the email. */
export default function VerifyEmailPage({ address }: { address: URL }) {
  return <VerifyEmailScreen token={onlyValue(address.searchParams, 'token') ?? undefined} />;
}
