import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';

/**
 * Headers of every answer. No inline script and no inline style: whatever slips into a page cannot run, and nothing is
 * loaded from another host. Our own hosts may be asked for the session (sync) and are where forms of the flow lead.
 */
export function securityHeaders({ origins }: Pick<Config, 'origins'>) {
  const secure = Object.values(origins).every((origin) => origin.startsWith('https:'));
  const ours = Object.values(origins);
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...ours],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", ...ours],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    crossOriginResourcePolicy: 'same-site',
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    strictTransportSecurity: secure ? 'max-age=31536000; includeSubDomains' : false,
  });
}
