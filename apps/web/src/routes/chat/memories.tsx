import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MemoriesScreen } from '../../features/memory/memories-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

export const Route = createFileRoute('/memories')({
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Memories,
});

const chatHref = (conversationId: number | null) => (conversationId === null ? '/' : `/chat/${conversationId}`);

function Memories() {
  const navigate = useNavigate();
  return <MemoriesScreen chatHref={chatHref} onSignOut={() => void navigate({ to: '/' })} />;
}
