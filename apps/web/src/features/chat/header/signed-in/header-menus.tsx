import { adminPages } from '@noek/contract/admin/pages';
import type { User } from '@noek/contract/auth/schemas';
import type { Conversation } from '@noek/contract/chat/schemas';
import { Ellipsis, LogOut, Moon, Pencil, ShieldCheck, Sparkles, SquarePen, Sun, Trash2, UserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { buttonClass } from '../../../../components/base/button.tsx';
import { IconButton } from '../../../../components/base/icon-button.tsx';
import { keepTrying } from '../../../../components/base/keep-trying.ts';
import { setTheme } from '../../../../components/base/theme/theme.ts';
import { useTheme } from '../../../../components/base/theme/use-theme.ts';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '../../../../components/dialogs/dropdown-menu.tsx';
import { initials } from '../../../../components/initials.ts';
import { PageLink } from '../../../../components/page/page-link.tsx';
import { accountPage } from '../../../session/account-page.ts';
import { subscribeHref, upgradeText, useCanUpgrade } from '../../../subscription/upgrade-link.tsx';
import { openDialog } from '../../dialogs/open-dialog.ts';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useWho } from '../../session/who.ts';
import { ShareButton, ShareMenuItems } from '../../sharing/share/share-button.tsx';
import { chatTexts } from '../../texts.ts';
import { useMessagesLeft } from '../messages-left.tsx';

const RenameDialog = lazy(() =>
  keepTrying(() => import('../../dialogs/rename-dialog.tsx').then((module) => ({ default: module.RenameDialog }))),
);

const Who = ({ user }: { user: User }) => (
  <MenuLabel>
    <span dir="auto" className="block max-w-64 truncate font-medium text-sm text-text">
      {user.name}
    </span>
    <span className="block max-w-64 truncate">{user.email}</span>
  </MenuLabel>
);

/** The messages left as a sentence: not every header has room for the number, and touch screens have no hover. */
function Left() {
  const known = useMessagesLeft();
  if (!known) return null;
  return (
    <MenuLabel>
      <span className="block text-sm text-text tabular-nums">{chatTexts.header.leftOf(known.left, known.limit)}</span>
      {known.reset && <span className="block">{known.reset}</span>}
    </MenuLabel>
  );
}

function SignOut() {
  return (
    <MenuItem onSelect={useWho().askToSignOut}>
      <LogOut aria-hidden />
      {chatTexts.signOut}
    </MenuItem>
  );
}

/** The account chip, with name and email, which opens the account page. Its tooltip says how many messages are left. */
function AccountChip({ user }: { user: User }) {
  const known = useMessagesLeft();
  const hint = known ? chatTexts.header.leftOf(known.left, known.limit) : chatTexts.header.account;
  return (
    <PageLink
      href={accountPage}
      className="mx-1 flex min-h-10 min-w-0 items-center gap-2.5 rounded-control pr-2.5 pl-1.5 text-left no-underline hover:bg-surface-hover narrow-header:hidden @max-[60rem]/header:group-data-modes/header:mx-0 @max-[60rem]/header:group-data-modes/header:px-1.5"
      {...tooltip(hint)}
    >
      <span className="sr-only">{chatTexts.header.account}</span>
      <span
        aria-hidden
        className="inline-grid size-7 flex-none place-items-center rounded-full bg-surface-active font-semibold text-[0.6875rem] text-text-muted tracking-[0.02em]"
      >
        {initials(user.name)}
      </span>
      <span className="grid min-w-0 max-w-44 @max-[64rem]/header:group-data-modes/header:max-w-28 @max-[60rem]/header:group-data-modes/header:sr-only">
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

/** The header's controls for signed-in people, where there is room. */
export function AccountControls({ user, conversation }: { user: User; conversation: Conversation | undefined }) {
  return (
    <>
      <AdminButton user={user} />
      <AccountChip user={user} />
      {conversation && <ShareButton conversation={conversation} />}
    </>
  );
}

/** The header's controls that do not fit on a phone. */
export function PhoneMenu() {
  const { user, isUnreached } = useWho();
  const { conversation, newChat } = useOpenConversation();
  const canUpgrade = useCanUpgrade(user);
  const dark = useTheme() === 'dark';
  const [renaming, setRenaming] = useState<Conversation | null>(null);
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton size="lg" label={chatTexts.more} className="wide-header:hidden">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {user && <Who user={user} />}
        <Left />
        <MenuSeparator />
        {user && (
          <MenuItem asChild>
            <PageLink href={accountPage}>
              <UserRound aria-hidden />
              {chatTexts.header.account}
            </PageLink>
          </MenuItem>
        )}
        {canUpgrade && !isUnreached && (
          <MenuItem asChild>
            <a href={subscribeHref}>
              <Sparkles aria-hidden />
              {upgradeText}
            </a>
          </MenuItem>
        )}
        {user?.accessLevel === 'admin' && (
          <MenuItem asChild>
            <PageLink href={adminPages.dashboard}>
              <ShieldCheck aria-hidden />
              {chatTexts.header.admin}
            </PageLink>
          </MenuItem>
        )}
        {!user && (
          <MenuItem onSelect={newChat}>
            <SquarePen aria-hidden />
            {chatTexts.newChat}
          </MenuItem>
        )}
        {user && conversation && <ShareMenuItems conversation={conversation} />}
        {user && conversation && (
          <MenuItem onSelect={() => setRenaming(conversation)}>
            <Pencil aria-hidden />
            {chatTexts.rename}
          </MenuItem>
        )}
        {conversation && (
          <MenuItem onSelect={() => openDialog('clear-conversation')}>
            <Trash2 aria-hidden />
            {chatTexts.clearConversation}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setTheme(dark ? 'light' : 'dark')}>
          {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
          {dark ? chatTexts.header.lightTheme : chatTexts.header.darkTheme}
        </MenuItem>
        {user && <SignOut />}
      </DropdownMenu>
      <Suspense fallback={null}>
        {renaming && <RenameDialog conversation={renaming} onClose={() => setRenaming(null)} />}
      </Suspense>
    </>
  );
}
