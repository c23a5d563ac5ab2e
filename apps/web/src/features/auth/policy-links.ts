/** The policies that apply to every account, with their paths on the company site. */
export const policyLinks = [
  { path: '/policies/terms-of-service', name: 'Terms of Service' },
  { path: '/policies/privacy-policy', name: 'Privacy Policy' },
  { path: '/policies/ai-usage-policy', name: 'AI Usage Policy' },
] as const;
