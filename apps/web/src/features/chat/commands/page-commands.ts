import { type AdminPage, adminPages } from '@noek/contract/admin/pages';
import {
  Bell,
  BellOff,
  Bookmark,
  CreditCard,
  Keyboard,
  LogOut,
  Moon,
  PanelLeft,
  ShieldCheck,
  Sparkles,
  Sun,
  TextQuote,
  Trash2,
  UserRound,
} from 'lucide-react';
import { setTheme } from '../../../components/base/theme/theme.ts';
import { accountPage } from '../../session/account-page.ts';
import { subscribeHref, upgradeText } from '../../subscription/upgrade-link.tsx';
import { accountMenuTexts } from '../account-menu/texts.ts';
import { askForNotifications } from '../notify/ask-for-notifications.ts';
import { turnNotifyOff } from '../notify/preference.ts';
import { notifyTexts } from '../notify/texts.ts';
import { setDrawerOpen } from '../open/drawer-open.ts';
import { openDialog } from '../open/open-dialog.ts';
import { sidebarTexts } from '../sidebar/texts.ts';
import { chatTexts } from '../texts.ts';
import type { Command } from './command.ts';
import { commandTexts as texts } from './texts.ts';

const adminCommands = (Object.keys(adminPages) as AdminPage[]).map(
  (page): Command => ({
    id: `admin ${page}`,
    name: texts.admin(texts.adminPages[page]),
    icon: ShieldCheck,
    keywords: 'administration dashboard',
    when: ({ user }) => user.accessLevel === 'admin',
    run: ({ goTo }) => goTo(adminPages[page]),
  }),
);

/** The commands about the page, other pages and the account. */
export const pageCommands: readonly Command[] = [
  {
    id: 'dark-theme',
    name: texts.darkTheme,
    icon: Moon,
    keywords: 'appearance night',
    when: ({ theme }) => theme === 'light',
    run: () => setTheme('dark'),
  },
  {
    id: 'light-theme',
    name: texts.lightTheme,
    icon: Sun,
    keywords: 'appearance day',
    when: ({ theme }) => theme === 'dark',
    run: () => setTheme('light'),
  },
  {
    id: 'open-sidebar',
    name: texts.openSidebar,
    icon: PanelLeft,
    keywords: 'chats list',
    when: ({ isWide }) => !isWide,
    run: () => setDrawerOpen(true),
  },
  {
    id: 'expand-sidebar',
    name: texts.expandSidebar,
    icon: PanelLeft,
    keywords: 'open chats list',
    when: ({ isWide, isSidebarCollapsed }) => isWide && isSidebarCollapsed,
    run: ({ collapseSidebar }) => collapseSidebar(false),
  },
  {
    id: 'collapse-sidebar',
    name: texts.collapseSidebar,
    icon: PanelLeft,
    keywords: 'close hide chats list',
    when: ({ isWide, isSidebarCollapsed }) => isWide && !isSidebarCollapsed,
    run: ({ collapseSidebar }) => collapseSidebar(true),
  },
  {
    id: 'memories',
    name: texts.memories,
    icon: Bookmark,
    keywords: 'remember knows',
    run: ({ goTo }) => goTo('/memories'),
  },
  {
    id: 'prompts',
    name: accountMenuTexts.prompts,
    icon: TextQuote,
    keywords: 'templates',
    run: ({ goTo }) => goTo('/prompts'),
  },
  {
    id: 'trash',
    name: sidebarTexts.trash,
    icon: Trash2,
    keywords: 'removed restore bin',
    run: () => openDialog({ kind: 'trash' }),
  },
  {
    id: 'account',
    name: texts.account,
    icon: UserRound,
    keywords: 'settings profile security data password',
    run: ({ goTo }) => goTo(accountPage),
  },
  {
    id: 'billing',
    name: texts.billing,
    icon: CreditCard,
    keywords: 'plan subscription payment invoices',
    run: ({ goTo }) => goTo(`${accountPage}/billing`),
  },
  {
    id: 'upgrade',
    name: upgradeText,
    icon: Sparkles,
    keywords: 'supernoek plan subscribe',
    when: ({ canUpgrade }) => canUpgrade,
    // Only its own document may load the code of the payment service.
    run: () => window.location.assign(subscribeHref),
  },
  {
    id: 'notify-on',
    name: notifyTexts.turnOn,
    icon: Bell,
    keywords: 'tell done',
    when: ({ notifies }) => notifies === false,
    run: () => void askForNotifications(),
  },
  {
    id: 'notify-off',
    name: notifyTexts.turnOff,
    icon: BellOff,
    keywords: 'tell done',
    when: ({ notifies }) => notifies === true,
    run: turnNotifyOff,
  },
  {
    id: 'shortcuts',
    name: texts.shortcuts,
    icon: Keyboard,
    keywords: 'help keys hotkeys',
    shortcut: 'Ctrl+/',
    run: () => openDialog({ kind: 'shortcuts' }),
  },
  ...adminCommands,
  {
    id: 'sign-out',
    name: chatTexts.signOut,
    icon: LogOut,
    keywords: 'log out leave',
    destructive: true,
    run: ({ askToSignOut }) => askToSignOut(),
  },
];
