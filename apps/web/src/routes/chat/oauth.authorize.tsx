import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AuthorizeScreen } from '../../features/account/connect/authorize-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

/** `asked`: the packed query of the app. */
type Search = { asked?: string };

export const Route = createFileRoute('/oauth/authorize')({
  validateSearch: ({ asked }: Record<string, unknown>): Search => (typeof asked === 'string' ? { asked } : {}),
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Authorize,
});

// It replaces this page: going back from the app must not ask again.
const leave = (to: string) => window.location.replace(to);

function Authorize() {
  const { asked = '' } = Route.useSearch();
  const navigate = useNavigate();
  return <AuthorizeScreen asked={asked} onReturn={leave} onSignOut={() => void navigate({ to: '/' })} />;
}
