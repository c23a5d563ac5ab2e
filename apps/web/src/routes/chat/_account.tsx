import { createFileRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { LostPage } from '../../components/page/lost-page.tsx';
import { AccountScreen } from '../../features/account/account-screen.tsx';
import { accountPlace } from './-account-paths.ts';
import { refuseGuests } from './-guest-access.ts';

/** One screen for all paths of the account page. It stays mounted when a link leads to another page of it. */
export const Route = createFileRoute('/_account')({
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Account,
});

const hrefs = { chat: '/', memories: '/memories' };

function Account() {
  const navigate = useNavigate();
  const place = accountPlace(useLocation());
  if (!place) return <LostPage returnHref="/" />;
  return (
    <AccountScreen
      {...place}
      hrefs={hrefs}
      onSignOut={() => void navigate({ to: '/' })}
      // A new document, so that nothing of the account is left in memory.
      onDeleted={() => window.location.replace(hrefs.chat)}
    />
  );
}
