import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';

/**
 * The security headers of every response. Inline scripts and styles are forbidden, so that injected code cannot run, and nothing
 * is loaded from another host. Pages may ask our other hosts for the session (sync), and forms of the sign-in flow may lead there.
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
