import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { AuthScreen } from '../../features/auth/auth-screen.tsx';

/** The card stays mounted while its sides have addresses of their own. */
export const Route = createFileRoute('/_card')({ component: Card });

function Card() {
  const navigate = useNavigate();
  const { parameters } = Route.useRouteContext();
  const mode = useLocation({ select: ({ pathname }) => (pathname === '/signup' ? 'sign-up' : 'sign-in') });
  return (
    <AuthScreen
      mode={mode}
      parameters={parameters}
      onMode={(next) => navigate({ to: next === 'sign-up' ? '/signup' : '/login' })}
    />
  );
}
