import type { PublicConfig } from '@noek/contract/config/schemas';

/**
 * The public settings of this server. The server writes them into the page; if it did not (Vite's dev server), they are fetched.
 * Throws if the request fails.
 */
export async function loadPublicConfig(): Promise<PublicConfig> {
  const written = document.getElementById('noek-config')?.textContent;
  if (written) return JSON.parse(written) as PublicConfig;
  return fetchPublicConfig();
}

/** The public settings as they are now. Throws if the request fails. */
export async function fetchPublicConfig(): Promise<PublicConfig> {
  const answer = await fetch('/api/config');
  if (!answer.ok) throw new Error(`The settings could not be loaded (${answer.status}).`);
  return (await answer.json()) as PublicConfig;
}
