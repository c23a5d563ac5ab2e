import type { Conversation } from '@noek/contract/chat';
import { Link2, Share } from 'lucide-react';
import { MenuItem } from '../../../../components/dropdown-menu.tsx';
import { IconButton } from '../../../../components/icon-button.tsx';
import { manageLink } from '../managed-link.ts';
import { useShare } from './share-action.ts';
import { linkState } from './share-link.ts';

/** Shares the open conversation; once it is shared, opens all about its link. */
export function ShareButton({ conversation }: { conversation: Conversation }) {
  const share = useShare();
  const shared = linkState(conversation, new Date()) === 'works';
  return shared ? (
    <IconButton
      size="lg"
      label="Manage shared link"
      className="text-accent-ink! max-md:hidden"
      onClick={() => manageLink(conversation.id)}
    >
      <Link2 aria-hidden />
    </IconButton>
  ) : (
    <IconButton size="lg" label="Share" className="max-md:hidden" onClick={() => share(conversation)}>
      <Share aria-hidden />
    </IconButton>
  );
}

/** The same in the menu of a phone. */
export function ShareMenuItems({ conversation }: { conversation: Conversation }) {
  const share = useShare();
  return (
    <>
      <MenuItem onSelect={() => share(conversation)}>
        <Share aria-hidden />
        Share
      </MenuItem>
      {conversation.sharedAt !== null && (
        <MenuItem onSelect={() => manageLink(conversation.id)}>
          <Link2 aria-hidden />
          Manage link…
        </MenuItem>
      )}
    </>
  );
}
