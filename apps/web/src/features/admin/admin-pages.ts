/** The addresses of the pages for administrators. */
export const adminPages = {
  dashboard: '/admin',
  figures: '/admin/figures',
  reports: '/admin/reports',
  audit: '/admin/audit',
  knowledge: '/admin/google-docs',
} as const;
export type AdminPage = keyof typeof adminPages;
