import { CopyField } from '../../../components/copy-field.tsx';
import { useChatNavigation } from '../chat-navigation.tsx';
import { linkOf } from './share/share-link.ts';
import { sharingTexts } from './texts.ts';

/** The link of a conversation, with a Copy button. */
export function LinkField({ conversationId }: { conversationId: number }) {
  return <CopyField label={sharingTexts.link.label} value={linkOf(useChatNavigation(), conversationId)} />;
}
