import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '../../features/auth/email-links/verify-email-screen.tsx';
import { type TokenSearch, tokenSearch } from './-token-search.ts';

export const Route = createFileRoute('/verify-email')({
  validateSearch: (search): TokenSearch => tokenSearch(search),
  component: function VerifyEmail() {
    return <VerifyEmailScreen token={Route.useSearch().token} />;
  },
});
