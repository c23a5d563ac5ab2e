import type { Conversation } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { Link2, Link2Off, Share } from 'lucide-react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { MenuItem } from '../../../../components/dialogs/dropdown-menu.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { chatTexts } from '../../texts.ts';
import { useShare } from './share-action.ts';
import { linkState } from './share-link.ts';
import { shareTexts } from './texts.ts';

/** Shares the open conversation. While its link works, or was taken down, opens the dialog that manages the link instead. */
export function ShareButton({ conversation }: { conversation: Conversation }) {
  const share = useShare();
  const state = linkState(conversation, new Date());
  const isDown = state === 'taken-down';
  return state === 'works' || isDown ? (
    <IconButton
      size="lg"
      label={isDown ? shareTexts.takenDown : shareTexts.manage}
      className={clsx(isDown ? 'text-danger-ink!' : 'text-accent-ink!', 'narrow-header:hidden')}
      onClick={() => openDialog({ kind: 'link', conversationId: conversation.id })}
    >
      {isDown ? <Link2Off aria-hidden /> : <Link2 aria-hidden />}
    </IconButton>
  ) : (
    <IconButton size="lg" label={chatTexts.share} className="narrow-header:hidden" onClick={() => share(conversation)}>
      <Share aria-hidden />
    </IconButton>
  );
}

/** The same as items of the phone menu. */
export function ShareMenuItems({ conversation }: { conversation: Conversation }) {
  const share = useShare();
  if (linkState(conversation, new Date()) === 'taken-down')
    return (
      <MenuItem onSelect={() => openDialog({ kind: 'link', conversationId: conversation.id })}>
        <Link2Off aria-hidden />
        {shareTexts.takenDown}
      </MenuItem>
    );
  return (
    <>
      <MenuItem onSelect={() => share(conversation)}>
        <Share aria-hidden />
        {chatTexts.share}
      </MenuItem>
      {conversation.sharedAt !== null && (
        <MenuItem onSelect={() => openDialog({ kind: 'link', conversationId: conversation.id })}>
          <Link2 aria-hidden />
          {shareTexts.manageMenu}
        </MenuItem>
      )}
    </>
  );
}
