/** The addresses of the pages for administrators. */
export const adminPages = { dashboard: '/admin', audit: '/admin/audit' } as const;
