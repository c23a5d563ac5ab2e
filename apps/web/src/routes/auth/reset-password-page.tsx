import { onlyValue } from '../../components/base/only-value.ts';
import { ResetPasswordScreen } from '../../features/auth/reset-password-screen.tsx';

/** `?token`: that of the link in the email. */
export default function ResetPasswordPage({ address }: { address: URL }) {
  return <ResetPasswordScreen token={onlyValue(address.searchParams, 'token') ?? undefined} />;
}
