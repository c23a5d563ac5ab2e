import type { PublicConfig } from '@noek/contract/config/schemas';
import type { Deps } from '../deps.ts';
import { hasEnded } from '../integrations/llm/choosing/has-ended.ts';
import { knownUse } from '../settings/known-models.ts';

/** The settings that any visitor may read. */
export function publicConfig({
  config,
  llm,
  mail,
  payments,
  now,
}: Pick<Deps, 'config' | 'llm' | 'mail' | 'payments' | 'now'>): PublicConfig {
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
    models: llm
      .models()
      .filter((model) => !hasEnded(model, now()))
      .map(({ efforts, ...model }) => ({ ...model, efforts: [...efforts], description: knownUse(model.name) })),
    mail: mail.kind,
    readsPictures: config.scanLanguages !== null,
    previewOrigin: config.preview.origin,
  };
}
