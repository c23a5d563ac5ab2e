import type { Conversation } from '@noek/contract/chat';
import { Link2, Share } from 'lucide-react';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { MenuItem } from '../../../../components/dropdown-menu.tsx';
import { chatTexts } from '../../texts.ts';
import { manageLink } from '../managed-link.ts';
import { useShare } from './share-action.ts';
import { linkState } from './share-link.ts';
import { shareTexts } from './texts.ts';

/** Shares the open conversation. While its link works, opens the dialog that manages the link instead. */
export function ShareButton({ conversation }: { conversation: Conversation }) {
  const share = useShare();
  const shared = linkState(conversation, new Date()) === 'works';
  return shared ? (
    <IconButton
      size="lg"
      label={shareTexts.manage}
      className="text-accent-ink! narrow-header:hidden"
      onClick={() => manageLink(conversation.id)}
    >
      <Link2 aria-hidden />
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
  return (
    <>
      <MenuItem onSelect={() => share(conversation)}>
        <Share aria-hidden />
        {chatTexts.share}
      </MenuItem>
      {conversation.sharedAt !== null && (
        <MenuItem onSelect={() => manageLink(conversation.id)}>
          <Link2 aria-hidden />
          {shareTexts.manageMenu}
        </MenuItem>
      )}
    </>
  );
}
