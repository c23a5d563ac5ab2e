import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { AuthScreen } from '../../features/auth/auth-screen.tsx';

/** A layout route, so that the card stays mounted when it switches between /login and /signup. */
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
