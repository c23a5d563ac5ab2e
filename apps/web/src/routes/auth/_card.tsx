import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { AuthScreen } from '../../features/auth/auth-screen.tsx';

type Search = { return_to?: string };

/** The card stays mounted while its sides have addresses of their own. */
export const Route = createFileRoute('/_card')({
  validateSearch: (search: Record<string, unknown>): Search =>
    typeof search.return_to === 'string' ? { return_to: search.return_to } : {},
  component: Card,
});

function Card() {
  const navigate = useNavigate();
  const { return_to } = Route.useSearch();
  const mode = useLocation({ select: ({ pathname }) => (pathname === '/signup' ? 'sign-up' : 'sign-in') });
  return (
    <AuthScreen
      mode={mode}
      returnTo={return_to}
      onMode={(next) => navigate({ to: next === 'sign-up' ? '/signup' : '/login', search: (search) => search })}
    />
  );
}
