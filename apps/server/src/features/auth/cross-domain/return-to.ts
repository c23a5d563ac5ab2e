import { AppError } from '../../../errors.ts';
import type { Config } from '../../../settings/config.ts';

/** Parameters of the sign-in flow. A return address must not set them. */
const flowParameters = ['auth_token', 'auth_action', 'return_to', 'force_login', 'error'];

/**
 * Checks where a person may be sent after signing in: an absolute http(s) address on the chat host, the company host or, if
 * the configuration allows it, localhost on any port. Returns the parsed URL: use it instead of the raw text.
 * Throws BAD_REQUEST for everything else.
 */
export function allowedReturnUrl(config: Pick<Config, 'origins' | 'allowLocalhost'>, returnTo: string): URL {
  const url = isPlain(returnTo) && URL.canParse(returnTo) ? new URL(returnTo) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || !isAllowedHost(config, url))
    throw new AppError('BAD_REQUEST', 'This return address is not allowed.');
  for (const name of flowParameters) if (url.searchParams.has(name)) url.searchParams.delete(name);
  return url;
}

/** The same for an address that is not needed: null if there is none, or if it is not allowed. */
export function returnTarget(
  config: Pick<Config, 'origins' | 'allowLocalhost'>,
  returnTo: string | undefined,
): string | null {
  if (returnTo === undefined) return null;
  try {
    return allowedReturnUrl(config, returnTo).href;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Browsers drop tabs and line breaks and read a backslash as a slash, so text with these may lead elsewhere than it seems. */
function isPlain(text: string): boolean {
  return !/[\s\p{Cc}\\]/u.test(text) && /^https?:\/\/[^/]/i.test(text);
}

function isAllowedHost({ origins, allowLocalhost }: Pick<Config, 'origins' | 'allowLocalhost'>, url: URL): boolean {
  if (url.origin === origins.chat || url.origin === origins.company) return true;
  return allowLocalhost && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
}
