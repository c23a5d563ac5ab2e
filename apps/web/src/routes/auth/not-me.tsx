import { createFileRoute } from '@tanstack/react-router';
import { NotMeScreen } from '../../features/auth/email-links/not-me-screen.tsx';
import { type TokenSearch, tokenSearch } from './-token-search.ts';

export const Route = createFileRoute('/not-me')({
  validateSearch: (search): TokenSearch => tokenSearch(search),
  component: function NotMe() {
    return <NotMeScreen token={Route.useSearch().token} />;
  },
});
