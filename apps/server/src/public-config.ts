import type { PublicConfig } from '@noek/contract/config';
import type { Deps } from './deps.ts';

/** The settings that any visitor may read. */
export function publicConfig({ config, llm, mail }: Pick<Deps, 'config' | 'llm' | 'mail'>): PublicConfig {
  return {
    version: config.version,
    origins: config.origins,
    supportEmail: config.supportEmail,
    donationUrl: config.donationUrl,
    signIn: { password: true, google: config.googleSignIn !== null, testLogin: config.testLogin },
    payments: { provider: 'none', publishableKey: null },
    assistant: llm.describe(),
    models: llm.models(),
    mail: mail.kind,
  };
}
