import { createFileRoute } from '@tanstack/react-router';
import { UndoEmailChangeScreen } from '../../features/auth/email-links/undo-email-change-screen.tsx';
import { type TokenSearch, tokenSearch } from './-token-search.ts';

export const Route = createFileRoute('/undo-email-change')({
  validateSearch: (search): TokenSearch => tokenSearch(search),
  component: function UndoEmailChange() {
    return <UndoEmailChangeScreen token={Route.useSearch().token} />;
  },
});
