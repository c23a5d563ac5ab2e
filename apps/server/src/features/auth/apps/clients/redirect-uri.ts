const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/[^#\s\\]*)?$/;

/** Whether an address leads to a program on the device of the browser. */
export const isLoopbackUri = (uri: string): boolean => loopback.test(uri);

/**
 * Whether an app may return to `uri`. It must be exactly one of those that the app published; only the port of a loopback address may differ
 * (RFC 8252). Other addresses must be https.
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (!isLoopbackUri(uri)) return registered.includes(uri) && isPlainHttps(uri);
  const wanted = withoutPort(uri);
  return URL.canParse(uri) && registered.some((known) => isLoopbackUri(known) && withoutPort(known) === wanted);
}

/** Whether an app may ask that the browser returns to `uri` at all. */
export const isReturnable = (uri: string): boolean => isLoopbackUri(uri) || isPlainHttps(uri);

function withoutPort(uri: string): string {
  const [, host, path = '/'] = loopback.exec(uri) ?? [];
  return `${host}${path}`;
}

/** An https address that every reader takes for the same: no user, no fragment, nothing that parsers drop or replace. */
function isPlainHttps(uri: string): boolean {
  if (!/^https:\/\/[^/\s\\#@]+(\/[^\s\\#]*)?$/.test(uri) || !URL.canParse(uri)) return false;
  const { username, password } = new URL(uri);
  return username === '' && password === '';
}

/** The address with more parameters. What is there stays as it is written. */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`;
}
