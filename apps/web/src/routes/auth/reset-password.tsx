import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordScreen } from '../../features/auth/email-links/reset-password-screen.tsx';
import { type TokenSearch, tokenSearch } from './-token-search.ts';

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search): TokenSearch => tokenSearch(search),
  component: function ResetPassword() {
    return <ResetPasswordScreen token={Route.useSearch().token} />;
  },
});
