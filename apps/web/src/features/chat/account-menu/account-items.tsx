import { adminPages } from '@noek/contract/admin/pages';
import type { User } from '@noek/contract/auth/schemas';
import { LogOut, Moon, ShieldCheck, Sparkles, Sun, TextQuote, UserRound } from 'lucide-react';
import { setTheme } from '../../../components/base/theme/theme.ts';
import { useTheme } from '../../../components/base/theme/use-theme.ts';
import { MenuItem, MenuLabel } from '../../../components/dialogs/dropdown-menu.tsx';
import { initials } from '../../../components/initials.ts';
import { PageLink } from '../../../components/page/page-link.tsx';
import { accountPage } from '../../session/account-page.ts';
import { subscribeHref, upgradeText, useCanUpgrade } from '../../subscription/upgrade-link.tsx';
import { useSession } from '../session/session.ts';
import { chatTexts } from '../texts.ts';
import { useMessagesLeft } from './messages-left.tsx';
import { accountMenuTexts } from './texts.ts';

/** The round mark with a person's initials. */
export const Avatar = ({ user }: { user: User }) => (
  <span
    aria-hidden
    className="inline-grid size-7 flex-none place-items-center rounded-full bg-surface-active font-semibold text-[0.6875rem] text-text-muted tracking-[0.02em]"
  >
    {initials(user.name)}
  </span>
);

/** A person's name and email address at the top of a menu. */
export const PersonLabel = ({ user }: { user: User }) => (
  <MenuLabel>
    <span dir="auto" className="block max-w-56 truncate font-medium text-sm text-text">
      {user.name}
    </span>
    <span className="block max-w-56 truncate">{user.email}</span>
  </MenuLabel>
);

/** The messages left as a sentence: not every header has room for the number, and touch screens have no hover. */
export function LeftLabel() {
  const known = useMessagesLeft();
  if (!known) return null;
  return (
    <MenuLabel>
      <span className="block text-sm text-text tabular-nums">{chatTexts.header.leftOf(known.left, known.limit)}</span>
      {known.reset && <span className="block">{known.reset}</span>}
    </MenuLabel>
  );
}

/** Leads to the account page. */
export const AccountItem = ({ className }: { className?: string }) => (
  <MenuItem asChild className={className}>
    <PageLink href={accountPage}>
      <UserRound aria-hidden />
      {chatTexts.header.account}
    </PageLink>
  </MenuItem>
);

/** Leads to the person's prompts. */
export const PromptsItem = ({ className }: { className?: string }) => (
  <MenuItem asChild className={className}>
    <PageLink href="/prompts">
      <TextQuote aria-hidden />
      {accountMenuTexts.prompts}
    </PageLink>
  </MenuItem>
);

/** Leads to the plans, if the person can have a larger one. */
export function UpgradeItem({ className }: { className?: string }) {
  const { user, isOffline } = useSession();
  const canUpgrade = useCanUpgrade(user);
  if (!canUpgrade || isOffline) return null;
  return (
    <MenuItem asChild className={className}>
      <a href={subscribeHref}>
        <Sparkles aria-hidden />
        {upgradeText}
      </a>
    </MenuItem>
  );
}

/** Leads to the pages for administrators, which only they get. */
export function AdminItem({ className }: { className?: string }) {
  if (useSession().user?.accessLevel !== 'admin') return null;
  return (
    <MenuItem asChild className={className}>
      <PageLink href={adminPages.dashboard}>
        <ShieldCheck aria-hidden />
        {chatTexts.header.admin}
      </PageLink>
    </MenuItem>
  );
}

export function ThemeItem({ className }: { className?: string }) {
  const dark = useTheme() === 'dark';
  return (
    <MenuItem className={className} onSelect={() => setTheme(dark ? 'light' : 'dark')}>
      {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
      {dark ? chatTexts.header.lightTheme : chatTexts.header.darkTheme}
    </MenuItem>
  );
}

export function SignOutItem() {
  return (
    <MenuItem onSelect={useSession().askToSignOut}>
      <LogOut aria-hidden />
      {chatTexts.signOut}
    </MenuItem>
  );
}
