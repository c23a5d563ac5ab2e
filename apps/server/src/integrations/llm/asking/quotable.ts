import type { ProviderConfig } from '../../../settings/setting-values.ts';

const longest = 400;
const longestRead = 4_000;
const secrets = /\bBearer\s|\b(?:sk|pk|rk|gsk|xai|key|org|proj)[-_][\w-]{8,}|\bAIza[\w-]{8,}/i;
/** With a scheme, of the network, or of this machine. */
const addresses = /\b[a-z][a-z\d+.-]*:\/\/\S+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\blocalhost(?::\d+)?\b/gi;

/**
 * The sentence in a provider's error, for the program whose request it refused: one line, without addresses. Null if there is none, or if it
 * names a key.
 */
export function quotable(
  error: unknown,
  { apiKey, baseUrl }: Pick<ProviderConfig, 'apiKey' | 'baseUrl'>,
): string | null {
  const given = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : undefined;
  if (typeof given !== 'string') return null;
  const message = given.slice(0, longestRead);
  if (secrets.test(message) || (apiKey && message.includes(apiKey))) return null;
  const line = message
    .replaceAll(addresses, '…')
    .replaceAll(new URL(baseUrl).host, '…')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest).trim()}…` : line || null;
}
