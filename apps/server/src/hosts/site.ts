import { isIP } from 'node:net';
import type { Config } from '../settings/config.ts';

export type Site = 'chat' | 'auth' | 'company';

export type HostAnswer =
  | { kind: 'site'; site: Site; origin: string }
  | { kind: 'preview' }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' };

const sites = ['chat', 'auth', 'company'] as const;
const variables = { chat: 'CHAT_ORIGIN', auth: 'AUTH_ORIGIN', company: 'COMPANY_ORIGIN' } as const;

/**
 * The site for a Host header. Localhost serves the chat app, and so do IP addresses outside production. A known host with www. is
 * redirected to the bare host.
 */
export function siteOf(host: string, config: Pick<Config, 'origins' | 'preview' | 'production' | 'port'>): HostAnswer {
  const name = host.toLowerCase();
  const known = answersFor(config).get(name);
  if (known) return known;
  const hostname = name.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  if (
    hostname === 'localhost' ||
    hostname === '127.0.0.1' ||
    hostname === '::1' ||
    (!config.production && isIP(hostname))
  )
    return { kind: 'site', site: 'chat', origin: `http://${name}` };
  return { kind: 'unknown' };
}

const answers = new WeakMap<Config['origins'], ReadonlyMap<string, HostAnswer>>();

/** The answers for the hosts of these origins, which are parsed once. */
function answersFor({ origins, preview }: Pick<Config, 'origins' | 'preview'>): ReadonlyMap<string, HostAnswer> {
  const known = answers.get(origins);
  if (known) return known;
  const made = new Map<string, HostAnswer>();
  if (preview.origin) for (const name of namesOf(preview.origin)) made.set(name, { kind: 'preview' });
  for (const site of sites) {
    for (const name of namesOf(origins[site])) {
      // Outside production, two sites may have one host. The first one is served there.
      if (!made.has(name)) made.set(name, { kind: 'site', site, origin: origins[site] });
      if (!made.has(`www.${name}`)) made.set(`www.${name}`, { kind: 'redirect', to: origins[site] });
    }
  }
  answers.set(origins, made);
  return made;
}

/** How callers name the host of an origin. Some name the default port, which the origin leaves out. */
function namesOf(origin: string): ReadonlySet<string> {
  const { protocol, host, hostname } = new URL(origin);
  const port = host === hostname ? `:${protocol === 'https:' ? 443 : 80}` : '';
  return new Set([host, `${host}${port}`]);
}

export const unknownHostMessage = (host: string) =>
  `This server does not know the host ${JSON.stringify(host.slice(0, 100))}. Set ${variables.chat}, ${variables.auth} or ${variables.company} to its origin.`;
