import { navigate } from '../../components/base/navigate.ts';
import { AuthScreen, type ScreenParameters } from '../../features/auth/auth-screen.tsx';

/** Signing in, and signing up at /signup. */
export function CardPage({ address, parameters }: { address: URL; parameters: ScreenParameters }) {
  return (
    <AuthScreen
      mode={/^\/signup\/?$/i.test(address.pathname) ? 'sign-up' : 'sign-in'}
      parameters={parameters}
      onMode={(next) => navigate(next === 'sign-up' ? '/signup' : '/login')}
    />
  );
}
