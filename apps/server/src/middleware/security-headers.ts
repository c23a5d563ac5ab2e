import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Config } from '../config.ts';
import { siteOf } from '../hosts/site.ts';

/** What Stripe's script needs, according to https://docs.stripe.com/security/guide#content-security-policy. */
const stripe = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
const payingPage = '/subscribe';

type HostSettings = Pick<Config, 'origins' | 'production' | 'port'>;

/**
 * The security headers of every response. Inline scripts and styles are forbidden, so that injected code cannot run, and nothing
 * is loaded from another host. Pages may ask our other hosts for the session (sync), and forms of the sign-in flow may lead there.
 * With Stripe, the page that takes payments may also load Stripe's script and frames.
 */
export function securityHeaders(config: HostSettings & Pick<Config, 'payments'>): MiddlewareHandler {
  const usual = headers(config);
  if (config.payments.provider !== 'stripe') return usual;
  const paying = headers(config, stripe);
  return (c, next) => {
    const isPaying = c.req.path === payingPage && isChat(c.req.header('Host') ?? new URL(c.req.url).host, config);
    return isPaying ? paying(c, next) : usual(c, next);
  };
}

function isChat(host: string, config: HostSettings): boolean {
  const answer = siteOf(host, config);
  return answer.kind === 'site' && answer.site === 'chat';
}

function headers({ origins }: Pick<Config, 'origins'>, others?: typeof stripe): MiddlewareHandler {
  const secure = Object.values(origins).every((origin) => origin.startsWith('https:'));
  const ours = Object.values(origins);
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(others?.scripts ?? [])],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...ours, ...(others?.calls ?? [])],
      ...(others && { frameSrc: others.frames }),
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
    // For Internet Explorer and Flash. Every file of a page would carry them.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    strictTransportSecurity: secure ? 'max-age=31536000; includeSubDomains' : false,
  });
}
