import type { AdminPage } from '@noek/contract/admin/pages';
import { BookMarked, ChartColumn, Flag, type LucideIcon, ScrollText } from 'lucide-react';

/** The names of the pages besides the dashboard, and how the navigation shows them, in its order. */
export const adminLinks: { [Page in Exclude<AdminPage, 'dashboard'>]: { name: string; Icon: LucideIcon } } = {
  knowledge: { name: 'Knowledge base', Icon: BookMarked },
  figures: { name: 'Figures', Icon: ChartColumn },
  reports: { name: 'Reports', Icon: Flag },
  audit: { name: 'Audit log', Icon: ScrollText },
};
