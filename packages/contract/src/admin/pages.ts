/** The addresses of the pages for administrators. */
export const adminPages = {
  dashboard: '/admin',
  knowledge: '/admin/google-docs',
  figures: '/admin/figures',
  reports: '/admin/reports',
  security: '/admin/security',
  audit: '/admin/audit',
} as const;
export type AdminPage = keyof typeof adminPages;
