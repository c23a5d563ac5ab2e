import { navigate } from '../../components/base/navigate.ts';
import { onlyValue } from '../../components/base/only-value.ts';
import { AuditScreen } from '../../features/admin/audit/audit-screen.tsx';

/** `?person`: the address of the person whose entries are shown. */
export default function AuditPage({ address }: { address: URL }) {
  return <AuditScreen person={onlyValue(address.searchParams, 'person') ?? ''} onSignOut={() => navigate('/')} />;
}
