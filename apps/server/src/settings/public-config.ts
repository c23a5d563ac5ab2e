import type { PublicConfig } from '@noek/contract/config/schemas';
import type { Deps } from '../deps.ts';

/** The settings that any visitor may read. */
export function publicConfig({
  config,
  llm,
  mail,
  payments,
}: Pick<Deps, 'config' | 'llm' | 'mail' | 'payments'>): PublicConfig {
  const { only, providers } = config.companySignIn;
  return {
    version: config.version,
    origins: config.origins,
    supportEmail: config.supportEmail,
    donationUrl: config.donationUrl,
    signIn: {
      password: !only,
      google: config.googleSignIn !== null && !only,
      testLogin: config.testLogin,
      companies: providers.map(({ id, name }) => ({ id, name })),
    },
    payments: { provider: payments.provider, publishableKey: payments.publishableKey },
    assistant: llm.describe(),
    models: llm.models().map(({ efforts, ...model }) => ({ ...model, efforts: [...efforts] })),
    mail: mail.kind,
  };
}
