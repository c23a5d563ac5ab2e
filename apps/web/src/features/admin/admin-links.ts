import { type AdminPage, adminPages } from '@noek/contract/admin/pages';
import { BookMarked, ChartColumn, Flag, type LucideIcon, Mail, ScrollText, Users } from 'lucide-react';

const dashboardTabs = ['users', 'email', 'logs'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];
export const isDashboardTab = (tab: unknown): tab is DashboardTab =>
  (dashboardTabs as readonly unknown[]).includes(tab);

/** The place of an administrator: a page, or a tab of the dashboard. */
export type AdminPlace = Exclude<AdminPage, 'dashboard'> | DashboardTab;

type AdminLink = { name: string; href: string; Icon: LucideIcon; places: readonly AdminPlace[] };

/** The menu of the pages for administrators, in its order, with the places that each entry is current for. */
export const adminLinks: readonly AdminLink[] = [
  { name: 'People', href: adminPages.dashboard, Icon: Users, places: ['users', 'logs'] },
  { name: 'Mail', href: `${adminPages.dashboard}?tab=email`, Icon: Mail, places: ['email'] },
  { name: 'Reports', href: adminPages.reports, Icon: Flag, places: ['reports'] },
  { name: 'Audit log', href: adminPages.audit, Icon: ScrollText, places: ['audit'] },
  { name: 'Figures', href: adminPages.figures, Icon: ChartColumn, places: ['figures'] },
  { name: 'Knowledge base', href: adminPages.knowledge, Icon: BookMarked, places: ['knowledge'] },
];
