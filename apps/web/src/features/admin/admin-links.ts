import { type AdminPage, adminPages } from '@noek/contract/admin/pages';
import {
  BookMarked,
  ChartColumn,
  Flag,
  type LucideIcon,
  Mail,
  MessagesSquare,
  ScrollText,
  ShieldCheck,
  Users,
} from 'lucide-react';
import type { DashboardTab } from './dashboard-tabs.ts';

type OtherPage = Exclude<AdminPage, 'dashboard'>;
/** The place of an administrator: a page, or a tab of the dashboard. */
export type AdminPlace = OtherPage | DashboardTab;

type AdminLink<Place extends AdminPlace> = { place: Place; name: string; href: string; Icon: LucideIcon };

/** The first entries of the menu: the tabs of the dashboard. */
export const dashboardLinks: readonly AdminLink<DashboardTab>[] = [
  { place: 'users', name: 'User Management', href: adminPages.dashboard, Icon: Users },
  { place: 'email', name: 'Email Dashboard', href: `${adminPages.dashboard}?tab=email`, Icon: Mail },
  { place: 'logs', name: 'Message Logs', href: `${adminPages.dashboard}?tab=logs`, Icon: MessagesSquare },
];

/** The entries below them: the other pages. */
export const adminLinks: readonly AdminLink<OtherPage>[] = [
  { place: 'reports', name: 'Reports', href: adminPages.reports, Icon: Flag },
  { place: 'security', name: 'Account security', href: adminPages.security, Icon: ShieldCheck },
  { place: 'audit', name: 'Audit log', href: adminPages.audit, Icon: ScrollText },
  { place: 'figures', name: 'Figures', href: adminPages.figures, Icon: ChartColumn },
  { place: 'knowledge', name: 'Knowledge base', href: adminPages.knowledge, Icon: BookMarked },
];

/** The heading of each page, which is also its title. The tabs of the dashboard have names that the specification gives. */
export const adminHeadings: { [Place in AdminPlace]: string } = {
  users: 'People',
  email: 'Mail',
  logs: 'Messages',
  reports: 'Reports',
  security: 'Account security',
  audit: 'Audit log',
  figures: 'Figures',
  knowledge: 'Knowledge Base',
};

/** The text below the heading. The tabs of the dashboard show the number of users there. */
export const adminLeads: { [Page in OtherPage]: string } = {
  reports:
    'What people reported, the latest first. Opening a report is noted in the audit log, and the owner of the conversation can see it.',
  security: 'Who needs more than a password to sign in, and which sign-ins failed.',
  audit: 'What administrators and the system did, the latest first.',
  figures: 'How Noek is doing. Days begin at midnight UTC. No figure identifies a person.',
  knowledge: 'Noek can answer from your own text: a Google document or a folder of Markdown files.',
};
