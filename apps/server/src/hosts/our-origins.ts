import type { Config } from '../settings/config.ts';

/** Whether this is the origin of one of our hosts. Outside production, every port of this machine counts. */
export function isOurOrigin(config: Pick<Config, 'origins' | 'production'>, origin: string): boolean {
  if (Object.values(config.origins).includes(origin)) return true;
  if (config.production || !URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
