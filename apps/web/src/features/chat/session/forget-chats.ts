import { forgetWaitingChanges } from '../../session/waiting-changes/waiting-change.ts';
import { forgetLastGuestChat } from '../cache/last-guest-chat.ts';
import { forgetDraftOwner } from '../drafts/draft-owner.ts';
import { Drafts } from '../drafts/drafts.ts';
import { EditDrafts } from '../drafts/edits.ts';
import { forgetDocumentDrafts } from '../drafts/forget-document-drafts.ts';
import { forgetWaitingFiles } from '../files-to-send/forget-waiting-files.ts';
import { forgetLocalCache } from '../local-cache/forget-local-cache.ts';
import { Outbox } from '../outbox/outbox.ts';
import { forgetTemporary } from '../temporary-chats.ts';

/** Removes what the chat keeps on this device: drafts, unsent messages and files, and the local cache. For pages that show no chat. */
export function forgetChats(): void {
  new Drafts().clear();
  new EditDrafts().clear();
  new Outbox().clear();
  forgetWaitingFiles();
  forgetDocumentDrafts();
  forgetDraftOwner();
  forgetLocalCache();
  forgetLastGuestChat();
  forgetTemporary();
  forgetWaitingChanges();
}
