import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MemoriesScreen } from '../../features/memory/memories-screen.tsx';
import { refuseGuests } from './-guest-access.ts';

export const Route = createFileRoute('/memories')({
  beforeLoad: ({ context }) => refuseGuests(context),
  component: Memories,
});

function chatHref(conversationId: number | null, messageId: string | null = null): string {
  if (conversationId === null) return '/';
  return `/chat/${conversationId}${messageId === null ? '' : `?message=${encodeURIComponent(messageId)}`}`;
}

function Memories() {
  const navigate = useNavigate();
  return <MemoriesScreen chatHref={chatHref} onSignOut={() => void navigate({ to: '/' })} />;
}
