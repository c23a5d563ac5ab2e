import { aiUsagePolicy } from './ai-usage-policy.ts';
import { policyDate } from './policy.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { termsOfService } from './terms-of-service.ts';

export const policies = [privacyPolicy, termsOfService, aiUsagePolicy] as const;

export const policyTexts = {
  heading: 'Policies',
  lead: 'What we promise, what we ask of you, and how we treat your data, in plain language.',
  lastUpdated: `Last updated: ${policyDate.text}`,
  backHome: 'Back to home',
  allPolicies: 'All policies',
  summary: 'In short',
  contents: 'Contents',
  cookies: {
    name: 'Cookie Policy',
    description: 'Which cookies Noek sets. For now, the Privacy Policy lists them.',
    comingSoon: 'Coming Soon',
  },
  contact: {
    heading: 'Contact',
    legal: 'Legal',
    privacy: 'Privacy',
    support: 'Support',
  },
} as const;
