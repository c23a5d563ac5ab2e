import type { Context, MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { siteOf } from '../hosts/site.ts';
import type { Config } from '../settings/config.ts';

/** What Stripe's script needs, according to https://docs.stripe.com/security/guide#content-security-policy. */
const stripe = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
};
const payingPage = '/subscribe';

type HostSettings = Pick<Config, 'origins' | 'preview' | 'production' | 'port'>;

/**
 * The security headers of every response. Inline scripts and styles are forbidden, so that injected code cannot run, and nothing
 * is loaded from another host. Pages may ask our other hosts for the session (sync), and forms of the sign-in flow may lead there.
 * With Stripe, the page that takes payments may also load Stripe's script and frames.
 */
export function securityHeaders(config: HostSettings & Pick<Config, 'payments'>): MiddlewareHandler {
  const usual = headers(config);
  const ofParts = partHeaders(config);
  const ofPages = new Map<string, MiddlewareHandler>();
  /** A page of the chat can show documents, wherever the person began: later pages have the policy of the first. */
  const ofPage = (origin: string, isPaying: boolean): MiddlewareHandler => {
    const key = `${isPaying} ${origin}`;
    const frames = previewFrames(config, origin);
    const made = ofPages.get(key) ?? headers(config, isPaying ? stripe : undefined, frames);
    // Outside production, callers choose the address.
    if (ofPages.size < 100) ofPages.set(key, made);
    return made;
  };
  return async (c, next) => {
    await next();
    const own = c.res.headers.get('Content-Security-Policy');
    const site = siteOf(c.req.header('Host') ?? new URL(c.req.url).host, config);
    const isPage = site.kind === 'site' && site.site === 'chat' && isHtml(c);
    const isPaying = c.req.path === payingPage && config.payments.provider === 'stripe';
    const set = isPart(c) ? ofParts : isPage ? ofPage(site.origin, isPaying) : usual;
    await set(c, async () => {});
    // A file of a person has a stricter policy.
    if (own !== null) c.res.headers.set('Content-Security-Policy', own);
  };
}

/**
 * Whether a response is a script, style sheet or font of a page, which does what the policy of its page allows. A worker has a policy of
 * its own. An SVG file can be opened as a page.
 */
function isPart(c: Context): boolean {
  const type = c.res.headers.get('Content-Type') ?? '';
  return (
    /^\/(assets\/[^/]+\.(js|css|woff2)|theme\.js|shell\.css)$/.test(c.req.path) &&
    /^(text\/(javascript|css)|font\/woff2)\b/.test(type) &&
    !c.req.path.includes('worker')
  );
}

const isHtml = (c: Context) => c.res.headers.get('Content-Type')?.startsWith('text/html') ?? false;

/** The only pages that a page of the chat may frame: those in which documents run. `origin`: that of the page. */
const previewFrames = ({ preview }: HostSettings, origin: string): string[] =>
  [preview.origin, origin].flatMap((each) => each ?? []).map((each) => `${each}/preview/frame`);

const isSecure = ({ origins }: Pick<Config, 'origins'>) =>
  Object.values(origins).every((origin) => origin.startsWith('https:'));
const httpsOnly = 'max-age=31536000; includeSubDomains';

/**
 * The headers that matter for a part of a page. A first page has a dozen parts, and each would otherwise carry a thousand bytes of headers.
 */
const partHeaders = (config: Pick<Config, 'origins'>): MiddlewareHandler =>
  secureHeaders({
    crossOriginResourcePolicy: 'same-site',
    strictTransportSecurity: isSecure(config) ? httpsOnly : false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });

function headers(
  { origins }: Pick<Config, 'origins'>,
  others?: typeof stripe,
  previews: readonly string[] = [],
): MiddlewareHandler {
  const frames = [...previews, ...(others?.frames ?? [])];
  const ours = Object.values(origins);
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...(others?.scripts ?? [])],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...ours, ...(others?.calls ?? [])],
      ...(frames.length > 0 && { frameSrc: frames }),
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
    // Left out, because only Internet Explorer and Flash read them and every file of a page would carry them.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    strictTransportSecurity: isSecure({ origins }) ? httpsOnly : false,
  });
}
