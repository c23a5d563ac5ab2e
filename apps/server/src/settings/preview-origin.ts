import { parse } from 'tldts';
import { isLoopback } from '../ip-address.ts';

type PreviewOrigin = {
  /** null: previews are on the host of the chat. */
  origin: string | null;
  /** Why the setting cannot be used: one sentence that names it, or null. */
  problem: string | null;
  /** What is lost with this origin: one sentence that names the setting, or null. */
  loss: string | null;
};

const lost =
  'A document with an endless loop may then hold up the chat until the person closes the page, in Firefox for instance';

/** Where documents run: the origin that is given, or on a fresh machine a name of its own. In production, there is none without the setting. */
export function previewOriginOf({
  given,
  origins,
  production,
}: {
  given: string | undefined;
  origins: Record<'chat' | 'auth' | 'company', string>;
  production: boolean;
}): PreviewOrigin {
  const chat = new URL(origins.chat);
  if (given === undefined) {
    const isHere = chat.hostname.endsWith('localhost') || isLoopback(chat.hostname);
    if (!production && isHere) {
      const port = chat.port ? `:${chat.port}` : '';
      return { origin: `${chat.protocol}//noek-preview.localhost${port}`, problem: null, loss: null };
    }
    const loss = production
      ? `PREVIEW_ORIGIN is not set, so documents run on the host of the chat, shut in by their frame. ${lost}.`
      : null;
    return { origin: null, problem: null, loss };
  }
  const refused = (problem: string): PreviewOrigin => ({ origin: null, problem, loss: null });
  const url = new URL(given);
  for (const [name, origin] of Object.entries(origins))
    if (new URL(origin).host === url.host)
      return refused(`PREVIEW_ORIGIN and ${name.toUpperCase()}_ORIGIN must be different.`);
  if (url.protocol !== chat.protocol)
    return refused(`PREVIEW_ORIGIN must start with ${chat.protocol}//, as CHAT_ORIGIN does.`);
  const loss = siteOf(url) === siteOf(chat) ? `PREVIEW_ORIGIN is on the same site as CHAT_ORIGIN. ${lost}.` : null;
  return { origin: given, problem: null, loss };
}

/** The registered domain, as browsers count sites; of a name without one, its last two labels. */
function siteOf({ hostname }: URL): string {
  const { domain, isIp } = parse(hostname, { allowPrivateDomains: true });
  return domain ?? (isIp ? hostname : hostname.split('.').slice(-2).join('.'));
}
