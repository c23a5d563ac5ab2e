import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { AuditScreen } from '../../../features/admin/audit/audit-screen.tsx';
import { refuseGuests } from '../-guest-access.ts';

type Search = {
  /** The address of the person whose entries are shown. */
  person?: string;
};

export const Route = createFileRoute('/admin/audit')({
  validateSearch: ({ person }: Record<string, unknown>): Search => (typeof person === 'string' ? { person } : {}),
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Audit,
});

function Audit() {
  const { person = '' } = Route.useSearch();
  const navigate = useNavigate();
  return <AuditScreen person={person} onSignOut={() => void navigate({ to: '/' })} />;
}
