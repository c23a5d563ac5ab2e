import { type AdminPage, adminPages } from '@noek/contract/admin/pages';
import { BookMarked, ChartColumn, Flag, type LucideIcon, Mail, ScrollText, ShieldCheck, Users } from 'lucide-react';
import type { DashboardTab } from './dashboard-tabs.ts';

type OtherPage = Exclude<AdminPage, 'dashboard'>;
/** The place of an administrator: a page, or a tab of the dashboard. */
export type AdminPlace = OtherPage | DashboardTab;

type AdminLink = { name: string; href: string; Icon: LucideIcon; places: readonly AdminPlace[] };

/** The menu of the pages for administrators, in its order, with the places that each entry is current for. */
export const adminLinks: readonly AdminLink[] = [
  { name: 'People', href: adminPages.dashboard, Icon: Users, places: ['users', 'logs'] },
  { name: 'Mail', href: `${adminPages.dashboard}?tab=email`, Icon: Mail, places: ['email'] },
  { name: 'Reports', href: adminPages.reports, Icon: Flag, places: ['reports'] },
  { name: 'Account security', href: adminPages.security, Icon: ShieldCheck, places: ['security'] },
  { name: 'Audit log', href: adminPages.audit, Icon: ScrollText, places: ['audit'] },
  { name: 'Figures', href: adminPages.figures, Icon: ChartColumn, places: ['figures'] },
  { name: 'Knowledge base', href: adminPages.knowledge, Icon: BookMarked, places: ['knowledge'] },
];

/** The heading of each page besides the dashboard, which is also its title, and the text below the heading. */
export const adminHeadings: { [Page in OtherPage]: { heading: string; lead: string } } = {
  reports: {
    heading: 'Reports',
    lead: 'What people reported, the latest first. Opening a report is noted in the audit log, and the owner of the conversation can see it.',
  },
  security: {
    heading: 'Account security',
    lead: 'Who needs more than a password to sign in, and the sign-ins that failed.',
  },
  audit: { heading: 'Audit log', lead: 'What administrators and the system did, the latest first.' },
  figures: {
    heading: 'Figures',
    lead: 'How Noek is doing. Days begin at midnight UTC. No figure identifies a person.',
  },
  knowledge: {
    heading: 'Knowledge Base',
    lead: 'Noek can answer from a text of yours: a Google document or a folder of Markdown files.',
  },
};
