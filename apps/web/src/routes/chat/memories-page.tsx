import { navigate } from '../../components/base/navigate.ts';
import { MemoriesScreen } from '../../features/memory/memories-screen.tsx';

function chatHref(conversationId: number | null, messageId: string | null = null): string {
  if (conversationId === null) return '/';
  return `/chat/${conversationId}${messageId === null ? '' : `?message=${encodeURIComponent(messageId)}`}`;
}

export default function MemoriesPage() {
  return <MemoriesScreen chatHref={chatHref} onSignOut={() => navigate('/')} />;
}
