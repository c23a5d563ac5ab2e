import type { Conversation } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { Link2, Link2Off, Share } from 'lucide-react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { MenuItem } from '../../../../components/dialogs/dropdown-menu.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { chatTexts } from '../../texts.ts';
import { openShare } from './open-share.ts';
import { linkState } from './share-link.ts';
import { shareTexts } from './texts.ts';

/** Shares the open conversation, after asking. While its link works, or was taken down, opens the dialog that manages the link instead. */
export function ShareButton({ conversation }: { conversation: Conversation }) {
  const state = linkState(conversation, new Date());
  const isDown = state === 'taken-down';
  return state === 'works' || isDown ? (
    <IconButton
      size="lg"
      label={isDown ? shareTexts.takenDown : shareTexts.manage}
      className={clsx(isDown ? 'text-danger-ink!' : 'text-accent-ink!', 'narrow-header:hidden')}
      onClick={() => openShare(conversation)}
    >
      {isDown ? <Link2Off aria-hidden /> : <Link2 aria-hidden />}
    </IconButton>
  ) : (
    <IconButton
      size="lg"
      label={chatTexts.share}
      className="narrow-header:hidden"
      onClick={() => openShare(conversation)}
    >
      <Share aria-hidden />
    </IconButton>
  );
}

/** The same as items of the phone menu. */
export function ShareMenuItems({ conversation }: { conversation: Conversation }) {
  const state = linkState(conversation, new Date());
  const manage = () => openDialog({ kind: 'link', conversationId: conversation.id });
  if (state === 'taken-down')
    return (
      <MenuItem onSelect={manage}>
        <Link2Off aria-hidden />
        {shareTexts.takenDown}
      </MenuItem>
    );
  return (
    <>
      {state !== 'works' && (
        <MenuItem onSelect={() => openShare(conversation)}>
          <Share aria-hidden />
          {chatTexts.share}
        </MenuItem>
      )}
      {state !== 'none' && (
        <MenuItem onSelect={manage}>
          <Link2 aria-hidden />
          {shareTexts.manageMenu}
        </MenuItem>
      )}
    </>
  );
}
