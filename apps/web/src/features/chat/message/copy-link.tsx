import { Check, Link } from 'lucide-react';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { useCopy } from '../../../components/copy-text.ts';
import { MenuItem } from '../../../components/dialogs/dropdown-menu.tsx';
import { type ChatNavigation, useChatNavigation } from '../chat-navigation.tsx';
import { messageTexts } from './texts.ts';

/** The full address of a message on this host. The page of its conversation opens there; `_chat.tsx` reads it. */
const messageLink = ({ hrefOf }: ChatNavigation, conversationId: number, messageId: string): string =>
  `${new URL(hrefOf(conversationId), window.location.origin).href}#m-${messageId}`;

type LinkedMessage = { conversationId: number; messageId: string };

/** Copies the address of a message and confirms it for two seconds. */
export function CopyLink({ conversationId, messageId, className }: LinkedMessage & { className?: string }) {
  const navigation = useChatNavigation();
  const { copied, copy } = useCopy();
  return (
    <>
      <IconButton
        label={copied ? messageTexts.linkCopied : messageTexts.copyLink}
        className={className}
        onClick={() => copy(messageLink(navigation, conversationId, messageId))}
      >
        {copied ? <Check className="text-success-ink" aria-hidden /> : <Link aria-hidden />}
      </IconButton>
      <span className="sr-only" aria-live="polite">
        {copied ? messageTexts.linkCopied : ''}
      </span>
    </>
  );
}

/** The same in a menu. A toast confirms it, because the menu closes. */
export function CopyLinkItem({ conversationId, messageId }: LinkedMessage) {
  const navigation = useChatNavigation();
  const { copy } = useCopy(() => toast({ title: messageTexts.linkCopied }));
  return (
    <MenuItem onSelect={() => copy(messageLink(navigation, conversationId, messageId))}>
      <Link aria-hidden />
      {messageTexts.copyLink}
    </MenuItem>
  );
}
