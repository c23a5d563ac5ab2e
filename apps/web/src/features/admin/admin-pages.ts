/** The addresses of the pages for administrators. */
export const adminPages = { dashboard: '/admin', audit: '/admin/audit', knowledge: '/admin/google-docs' } as const;
