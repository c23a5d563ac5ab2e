import { createFileRoute } from '@tanstack/react-router';
import { StopFactorResetScreen } from '../../features/auth/email-links/factor-reset-screens.tsx';
import { type TokenSearch, tokenSearch } from './-token-search.ts';

export const Route = createFileRoute('/stop-factor-reset')({
  validateSearch: (search): TokenSearch => tokenSearch(search),
  component: function StopFactorReset() {
    return <StopFactorResetScreen token={Route.useSearch().token} />;
  },
});
