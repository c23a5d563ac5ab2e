import { navigate } from '../../components/base/navigate.ts';
import { AdminScreen } from '../../features/admin/admin-screen.tsx';

export default function AdminPage() {
  return <AdminScreen backHref="/" onSignOut={() => navigate('/')} />;
}
