import { navigate } from '../../components/base/navigate.ts';
import { AccountScreen } from '../../features/account/account-screen.tsx';
import { sectionOf } from './account-paths.ts';

const hrefs = { chat: '/', memories: '/memories' };

export default function AccountPage({ address }: { address: URL }) {
  return (
    <AccountScreen
      section={sectionOf(address)}
      hrefs={hrefs}
      onSignOut={() => navigate('/')}
      // A new document, so that nothing of the account is left in memory.
      onDeleted={() => window.location.replace(hrefs.chat)}
    />
  );
}
