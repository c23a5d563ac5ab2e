import { createFileRoute } from '@tanstack/react-router';
import { BeginFactorResetScreen } from '../../features/auth/email-links/factor-reset-screens.tsx';
import { type TokenSearch, tokenSearch } from './-token-search.ts';

export const Route = createFileRoute('/begin-factor-reset')({
  validateSearch: (search): TokenSearch => tokenSearch(search),
  component: function BeginFactorReset() {
    return <BeginFactorResetScreen token={Route.useSearch().token} />;
  },
});
