import type { AccessLevel } from '@noek/contract/subscription/plans';

/** The texts of the person's menu. */
export const accountMenuTexts = {
  label: 'Account menu',
  prompts: 'Prompts',
  plans: { basic: 'Basic', supernoek: 'SuperNoek', admin: 'Administrator' } satisfies Record<AccessLevel, string>,
  left: (plan: string, left: string) => `${plan} · ${left} left`,
} as const;
