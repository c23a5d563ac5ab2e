import { isIP } from 'node:net';
import type { Config } from '../settings/config.ts';

export type Site = 'chat' | 'auth' | 'company';

export type HostAnswer =
  | { kind: 'site'; site: Site; origin: string }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' };

const sites = ['chat', 'auth', 'company'] as const;
const variables = { chat: 'CHAT_ORIGIN', auth: 'AUTH_ORIGIN', company: 'COMPANY_ORIGIN' } as const;

/**
 * The site for a Host header. Localhost serves the chat app, and so do IP addresses outside production. A known host with www. is
 * redirected to the bare host.
 */
export function siteOf(host: string, config: Pick<Config, 'origins' | 'production' | 'port'>): HostAnswer {
  const name = host.toLowerCase();
  const known = answersFor(config.origins).get(name);
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
function answersFor(origins: Config['origins']): ReadonlyMap<string, HostAnswer> {
  const known = answers.get(origins);
  if (known) return known;
  const made = new Map<string, HostAnswer>();
  for (const site of sites) {
    const { protocol, host, hostname } = new URL(origins[site]);
    // Some callers name the default port, which the host of an origin leaves out.
    const port = host === hostname ? `:${protocol === 'https:' ? 443 : 80}` : '';
    for (const name of new Set([host, `${host}${port}`])) {
      // Outside production, two sites may have one host. The first one is served there.
      if (!made.has(name)) made.set(name, { kind: 'site', site, origin: origins[site] });
      if (!made.has(`www.${name}`)) made.set(`www.${name}`, { kind: 'redirect', to: origins[site] });
    }
  }
  answers.set(origins, made);
  return made;
}

export const unknownHostMessage = (host: string) =>
  `This server does not know the host ${JSON.stringify(host.slice(0, 100))}. Set ${variables.chat}, ${variables.auth} or ${variables.company} to its origin.`;
