import type { User } from '@noek/contract/auth/schemas';
import { clsx } from 'clsx';
import { ChevronsUpDown } from 'lucide-react';
import { DropdownMenu, MenuSeparator } from '../../../components/dialogs/dropdown-menu.tsx';
import { NotifyItem } from '../notify/notify-item.tsx';
import { useSession } from '../session/session.ts';
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
} from './account-items.tsx';
import { useMessagesLeft } from './messages-left.tsx';
import { accountMenuTexts } from './texts.ts';

/** The person's menu at the foot of the sidebar: who they are, their plan and what is left of it. */
export function AccountMenu({ collapsed }: { collapsed?: boolean }) {
  const { user } = useSession();
  return (
    <div className={clsx('flex-none', collapsed ? 'mt-auto' : 'h-15 border-border border-t p-2')}>
      {user && (
        <DropdownMenu align="start" trigger={<Trigger user={user} collapsed={collapsed} />}>
          <PersonLabel user={user} />
          <LeftLabel />
          <MenuSeparator />
          <UpgradeItem />
          <AccountItem />
          <PromptsItem />
          <AdminItem />
          <ThemeItem />
          <NotifyItem />
          <MenuSeparator />
          <SignOutItem />
        </DropdownMenu>
      )}
    </div>
  );
}

/** The rest of the props come from the menu. */
function Trigger({ user, collapsed, ...rest }: { user: User; collapsed: boolean | undefined }) {
  const known = useMessagesLeft();
  const { plans, left, label } = accountMenuTexts;
  const plan = plans[user.accessLevel];
  return (
    <button
      type="button"
      className={clsx(
        'flex items-center gap-2.5 rounded-control text-left hover:bg-surface-hover aria-expanded:bg-surface-hover',
        collapsed ? 'size-10 justify-center' : 'h-11 w-full pr-2 pl-2',
      )}
      {...rest}
    >
      <span className="sr-only">{label} </span>
      <Avatar user={user} />
      <span className={collapsed ? 'sr-only' : 'grid min-w-0 flex-1'}>
        <span dir="auto" className="truncate font-medium text-sm leading-4.25">
          {user.name}{' '}
        </span>
        <span className="truncate text-text-muted text-xs tabular-nums">{known ? left(plan, known.left) : plan}</span>
      </span>
      {!collapsed && <ChevronsUpDown aria-hidden className="icon size-3.5 text-text-muted" />}
    </button>
  );
}
