/** The addresses of the pages for administrators. */
export const adminPages = {
  dashboard: '/admin',
  knowledge: '/admin/google-docs',
  figures: '/admin/figures',
  reports: '/admin/reports',
  audit: '/admin/audit',
} as const;
export type AdminPage = keyof typeof adminPages;
