const dashboardTabs = ['users', 'email', 'logs'] as const;
export type DashboardTab = (typeof dashboardTabs)[number];
export const isDashboardTab = (tab: unknown): tab is DashboardTab =>
  (dashboardTabs as readonly unknown[]).includes(tab);
