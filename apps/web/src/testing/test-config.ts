import type { PublicConfig } from '@noek/contract/config/schemas';

/** The public settings of a page under test. */
export const testConfig: PublicConfig = {
  version: '1.5.0',
  origins: { chat: 'http://chat.test', auth: 'http://auth.test', company: 'http://company.test' },
  supportEmail: 'support@noek.test',
  donationUrl: null,
  signIn: { password: true, google: false, testLogin: false, companies: [] },
  payments: { provider: 'none', publishableKey: null },
  assistant: { kind: 'demo', label: 'Demo' },
  models: [
    {
      name: 'built-in',
      provider: 'Demo',
      premium: false,
      resting: false,
      sees: 'no',
      endsAt: null,
      description: null,
      contextWindow: 32_000,
      tools: 'unknown',
      efforts: [],
    },
  ],
  mail: 'inbox',
  readsPictures: true,
  previewOrigin: 'http://noek-preview.localhost:5000',
};
