import { adminPages } from '@noek/contract/admin/pages';
import type { User } from '@noek/contract/auth/schemas';
import type { Conversation } from '@noek/contract/chat/schemas';
import { clsx } from 'clsx';
import { Download, Ellipsis, PanelRight, SquarePen } from 'lucide-react';
import { buttonClass } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../../components/dialogs/dropdown-menu.tsx';
import { PageLink } from '../../../../components/page/page-link.tsx';
import { useWideScreen } from '../../../../components/page/wide-screen.ts';
import { accountPage } from '../../../session/account-page.ts';
import {
  AccountItem,
  AdminItem,
  Avatar,
  LeftLabel,
  PersonLabel,
  PromptsItem,
  SignOutItem,
  ThemeItem,
  UpgradeItem,
} from '../../account-menu/account-items.tsx';
import { useMessagesLeft } from '../../account-menu/messages-left.tsx';
import { allDocuments, useChatNavigation } from '../../chat-navigation.tsx';
import { documentTexts } from '../../documents/texts.ts';
import { exportTexts } from '../../export/texts.ts';
import { NotifyItem } from '../../notify/notify-item.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useSession } from '../../session/session.ts';
import { ShareButton } from '../../sharing/share/share-button.tsx';
import { useCollapsed } from '../../sidebar/collapsed.ts';
import { TemporarySwitch } from '../../temporary/temporary-switch.tsx';
import { chatTexts } from '../../texts.ts';
import { ClearItem, ConversationItems, DeleteItem } from './conversation-items.tsx';

/**
 * The account chip, with name and email, which opens the account page. Its tooltip says how many messages are left. While the sidebar shows
 * the name, it is only the avatar.
 */
function AccountChip({ user }: { user: User }) {
  const known = useMessagesLeft();
  const [isCollapsed] = useCollapsed();
  const isWide = useWideScreen();
  const isNamed = isWide && !isCollapsed;
  const hint = known ? chatTexts.header.leftOf(known.left, known.limit) : chatTexts.header.account;
  return (
    <PageLink
      href={accountPage}
      className={clsx(
        isNamed ? 'px-1.5' : 'pr-2.5 pl-1.5',
        'mx-1 flex min-h-10 min-w-0 items-center gap-2.5 rounded-control text-left no-underline hover:bg-surface-hover narrow-header:hidden @max-[60rem]/header:group-data-modes/header:mx-0 @max-[60rem]/header:group-data-modes/header:px-1.5',
      )}
      {...tooltip(hint)}
    >
      <span className="sr-only">{chatTexts.header.account}</span>
      <Avatar user={user} />
      <span
        className={clsx(
          isNamed ? 'sr-only' : 'grid',
          'min-w-0 max-w-44 @max-[64rem]/header:group-data-modes/header:max-w-28 @max-[60rem]/header:group-data-modes/header:sr-only',
        )}
      >
        <span dir="auto" className="truncate font-medium text-sm leading-4.25">
          {user.name}
        </span>
        <span className="truncate text-text-muted text-xs">{user.email}</span>
      </span>
    </PageLink>
  );
}

/** The link to the pages for administrators, which only they get. On a phone it is in the menu. */
function AdminButton({ user }: { user: User }) {
  if (user.accessLevel !== 'admin') return null;
  return (
    <PageLink href={adminPages.dashboard} className={buttonClass('quiet', 'sm', 'narrow-header:hidden')}>
      {chatTexts.header.admin}
    </PageLink>
  );
}

/**
 * The header's controls for signed-in people. On narrow screens, where the sidebar is a drawer, they include the switch for temporary chats.
 */
export function AccountControls({ user, conversation }: { user: User; conversation: Conversation | undefined }) {
  return (
    <>
      {conversation && !conversation.temporary && <ShareButton conversation={conversation} />}
      <AdminButton user={user} />
      <AccountChip user={user} />
      {/* On the smallest phones, the title of a conversation needs the room. The drawer has the switch, too. */}
      {!useWideScreen() && (
        <TemporarySwitch className={clsx(conversation && !conversation.temporary && '@max-[22rem]/header:hidden')} />
      )}
    </>
  );
}

const onlyNarrow = 'wide-header:hidden';

/** The header's menu: what can be done with the conversation, then with the account. On a phone it also has what does not fit next to it. */
export function HeaderMenu() {
  const { user } = useSession();
  const { conversation: open, newChat } = useOpenConversation();
  const { openDocument } = useChatNavigation();
  // Nothing can be done with a temporary chat but what its banner offers.
  const conversation = open?.temporary ? undefined : open;
  return (
    <DropdownMenu
      trigger={
        <IconButton size="lg" label={chatTexts.more}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <div className={onlyNarrow}>
        {user && <PersonLabel user={user} />}
        <LeftLabel />
        <MenuSeparator />
      </div>
      {user && <AccountItem className={onlyNarrow} />}
      {user && <PromptsItem className={onlyNarrow} />}
      <UpgradeItem className={onlyNarrow} />
      <AdminItem className={onlyNarrow} />
      {user && conversation && (
        <div className={onlyNarrow}>
          <MenuSeparator />
          <ConversationItems
            conversation={conversation}
            onRename={() => openDialog({ kind: 'rename', conversation })}
          />
          <DeleteItem conversation={conversation} />
        </div>
      )}
      {!user && (
        <MenuItem className={onlyNarrow} onSelect={newChat}>
          <SquarePen aria-hidden />
          {chatTexts.newChat}
        </MenuItem>
      )}
      {conversation && !user && (
        <MenuItem onSelect={() => openDocument({ id: allDocuments })}>
          <PanelRight aria-hidden />
          {documentTexts.documents}
        </MenuItem>
      )}
      {conversation && !user && (
        <MenuItem onSelect={() => openDialog({ kind: 'export', conversation })}>
          <Download aria-hidden />
          {exportTexts.menu}
        </MenuItem>
      )}
      {conversation && <ClearItem />}
      {user && conversation && <MenuSeparator />}
      <ThemeItem className={user ? undefined : onlyNarrow} />
      <NotifyItem />
      {user && <SignOutItem />}
    </DropdownMenu>
  );
}
