import type { Conversation } from '@noek/contract/chat/schemas';
import { openDialog } from '../../open/open-dialog.ts';
import { linkState } from './share-link.ts';

/** Asks before a conversation is shared. If its link works, or was taken down, opens the dialog that manages the link instead. */
export function openShare(conversation: Conversation): void {
  const state = linkState(conversation, new Date());
  const isManaged = state === 'works' || state === 'taken-down';
  openDialog(isManaged ? { kind: 'link', conversationId: conversation.id } : { kind: 'share', conversation });
}
