import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { KnowledgeScreen } from '../../../features/admin/knowledge/knowledge-screen.tsx';
import { refuseGuests } from '../-guest-access.ts';

export const Route = createFileRoute('/admin/google-docs')({
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Knowledge,
});

function Knowledge() {
  const navigate = useNavigate();
  return <KnowledgeScreen onSignOut={() => void navigate({ to: '/' })} />;
}
