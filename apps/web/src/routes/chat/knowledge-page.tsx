import { navigate } from '../../components/base/navigate.ts';
import { KnowledgeScreen } from '../../features/admin/knowledge/knowledge-screen.tsx';

export default function KnowledgePage() {
  return <KnowledgeScreen onSignOut={() => navigate('/')} />;
}
