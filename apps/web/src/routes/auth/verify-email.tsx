import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '../../features/auth/verify-email-screen.tsx';

type Search = { token?: string };

export const Route = createFileRoute('/verify-email')({
  validateSearch: (search: Record<string, unknown>): Search =>
    typeof search.token === 'string' && search.token ? { token: search.token } : {},
  component: function VerifyEmail() {
    const { token } = Route.useSearch();
    return <VerifyEmailScreen token={token} />;
  },
});
