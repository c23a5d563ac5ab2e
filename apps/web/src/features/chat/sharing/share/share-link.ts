import type { Conversation } from '@noek/contract/chat/schemas';
import type { ChatNavigation } from '../../chat-navigation.tsx';

/** The full address of a conversation on this host. Others can read the conversation there after it is shared. */
export const linkOf = ({ hrefOf }: ChatNavigation, conversationId: number): string =>
  new URL(hrefOf(conversationId), window.location.origin).href;

type LinkState = 'none' | 'works' | 'expired' | 'taken-down';

/** The state of the link at the time `now`: it may have expired since the conversation was loaded. */
export function linkState({ sharedAt, shareExpiresAt, shareTakenDownAt }: Conversation, now: Date): LinkState {
  // Conversations in an older cache do not have the field.
  if (shareTakenDownAt) return 'taken-down';
  if (sharedAt === null) return 'none';
  return shareExpiresAt === null || new Date(shareExpiresAt) > now ? 'works' : 'expired';
}
