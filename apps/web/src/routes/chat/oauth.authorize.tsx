import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthorizeScreen } from '../../features/account/connect/authorize-screen.tsx';

/** Guests have been redirected to the sign-in page. */
export const Route = createFileRoute('/oauth/authorize')({ component: Authorize });

// It replaces this page: going back from the app must not ask again.
const leave = (to: string) => window.location.replace(to);

function Authorize() {
  const [asked] = useState(() => new URLSearchParams(window.location.search).get('asked') ?? '');
  const navigate = useNavigate();
  return <AuthorizeScreen asked={asked} onReturn={leave} onSignOut={() => void navigate({ to: '/' })} />;
}
