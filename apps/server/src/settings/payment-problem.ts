const needed = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'] as const;

/** The prefixes of Stripe's values. They reveal a key in the wrong variable before the first payment. */
const beginnings = {
  STRIPE_SECRET_KEY: /^[sr]k_(test|live)_/,
  STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_/,
  STRIPE_WEBHOOK_SECRET: /^whsec_/,
  STRIPE_PRICE_ID: /^price_/,
} as const;

type Settings = { [Name in (typeof needed)[number] | 'STRIPE_API_URL']?: string | undefined };

/** What is wrong with the settings of payments: one sentence that names the variable, or null. It never quotes a value. */
export function paymentProblem(settings: Settings): string | null {
  const isUsed = settings.STRIPE_API_URL || needed.some((name) => settings[name]);
  if (!isUsed) return null;
  const missing = needed.filter((name) => !settings[name]);
  if (missing.length > 0) return `${listed(needed)} must be set together; ${listed(missing)} must still be set.`;
  for (const name of needed)
    if (!beginnings[name].test(settings[name] ?? ''))
      return `${name} cannot be used: this is not the value that Stripe shows for it.`;
  const [mode, publishableMode] = [settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY].map(
    (key) => key?.split('_')[1],
  );
  if (mode !== publishableMode)
    return 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.';
  return null;
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? `${names[0]}` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
