import { isIP } from 'node:net';
import type { Config } from '../config.ts';

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
  for (const site of sites) {
    const { protocol, host: known } = new URL(config.origins[site]);
    if (name === known) return { kind: 'site', site, origin: `${protocol}//${known}` };
    if (name === `www.${known}`) return { kind: 'redirect', to: config.origins[site] };
  }
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

export const unknownHostMessage = (host: string) =>
  `This server does not know the host ${JSON.stringify(host.slice(0, 100))}. Set ${variables.chat}, ${variables.auth} or ${variables.company} to its origin.`;
