import { parseRange } from '../ip-address.ts';

const origins = ['CHAT_ORIGIN', 'AUTH_ORIGIN', 'COMPANY_ORIGIN'] as const;
/** The settings without which production does not start. */
export const requiredInProduction = [...origins, 'APP_SECRET', 'SMTP_URL'] as const;

/** The secrets in .env.example, which are public. */
const placeholder = /(^|_)replace-?me/i;

/** The widest ranges that a single operator uses: 10.0.0.0/8 and fc00::/7. */
const fewestBits = { ipv4: 8, ipv6: 7 } as const;

type Settings = { [Name in (typeof requiredInProduction)[number]]?: string | undefined } & {
  ENABLE_TEST_LOGIN?: boolean | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  TRUST_PROXY: readonly string[];
};

/** Why these valid settings are unsafe in production: one sentence that names the variable, or null. */
export function productionProblem(settings: Settings): string | null {
  for (const name of requiredInProduction)
    if (!settings[name]) return `${name} must be set when NODE_ENV is production.`;
  if (settings.ENABLE_TEST_LOGIN) return 'ENABLE_TEST_LOGIN cannot be used when NODE_ENV is production.';
  for (const name of origins)
    if (!settings[name]?.startsWith('https://')) return `${name} must start with https:// when NODE_ENV is production.`;
  if (placeholder.test(settings.APP_SECRET ?? ''))
    return 'APP_SECRET must be random characters of your own when NODE_ENV is production, not those of .env.example.';
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
    if (placeholder.test(settings[name] ?? ''))
      return `${name} must be your own when NODE_ENV is production, not that of .env.example.`;
  const everybody = settings.TRUST_PROXY.find(isEverybodysRange);
  if (everybody)
    return `TRUST_PROXY must name your own proxies when NODE_ENV is production: with ${everybody} any caller could pretend to be another.`;
  return null;
}

/** Whether the range is too wide to belong to one operator, such as the whole internet. */
function isEverybodysRange(entry: string): boolean {
  const range = parseRange(entry);
  return range !== null && range[1] < fewestBits[range[0].kind()];
}
