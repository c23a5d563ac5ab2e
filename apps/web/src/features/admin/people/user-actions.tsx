import { adminPages } from '@noek/contract/admin/pages';
import type { AdminUser } from '@noek/contract/admin/schemas';
import { Ellipsis, LogOut, ScrollText, UserCheck, UserX } from 'lucide-react';
import { Button } from '../../../components/base/button.tsx';
import { IconButton } from '../../../components/base/icon-button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../components/dialogs/dropdown-menu.tsx';
import { PageLink } from '../../../components/page/page-link.tsx';
import { adminTexts } from '../texts.ts';

const texts = adminTexts.list;

/** The actions of an administrator on an account. */
export type UserAction = 'edit' | 'messages' | 'suspend' | 'lift' | 'endSessions';
export type OnUserAction = (action: UserAction, user: AdminUser) => void;

/** The buttons of a row, and a menu with the rarer actions. */
export function UserActions({ user, onAction }: { user: AdminUser; onAction: OnUserAction }) {
  const button = (action: 'edit' | 'messages') => (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${texts[action]} ${user.name}`}
      onClick={() => onAction(action, user)}
    >
      {texts[action]}
    </Button>
  );
  return (
    <span className="flex items-center">
      {button('edit')}
      {button('messages')}
      <DropdownMenu
        trigger={
          <IconButton label={texts.more(user.name)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem asChild>
          <PageLink href={`${adminPages.audit}?person=${encodeURIComponent(user.email)}`}>
            <ScrollText aria-hidden />
            {texts.audit}
          </PageLink>
        </MenuItem>
        <MenuItem onSelect={() => onAction('endSessions', user)}>
          <LogOut aria-hidden />
          {texts.endSessions}
        </MenuItem>
        <MenuSeparator />
        {user.suspendedAt ? (
          <MenuItem onSelect={() => onAction('lift', user)}>
            <UserCheck aria-hidden />
            {texts.lift}
          </MenuItem>
        ) : (
          <MenuItem destructive onSelect={() => onAction('suspend', user)}>
            <UserX aria-hidden />
            {texts.suspend}
          </MenuItem>
        )}
      </DropdownMenu>
    </span>
  );
}
