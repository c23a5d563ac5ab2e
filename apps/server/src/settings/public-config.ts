import type { PublicConfig } from '@noek/contract/config/schemas';
import type { Deps } from '../deps.ts';

/** The settings that any visitor may read. */
export function publicConfig({
  config,
  llm,
  mail,
  payments,
}: Pick<Deps, 'config' | 'llm' | 'mail' | 'payments'>): PublicConfig {
  return {
    version: config.version,
    origins: config.origins,
    supportEmail: config.supportEmail,
    donationUrl: config.donationUrl,
    signIn: { password: true, google: config.googleSignIn !== null, testLogin: config.testLogin },
    payments: { provider: payments.provider, publishableKey: payments.publishableKey },
    assistant: llm.describe(),
    models: llm.models(),
    mail: mail.kind,
  };
}
