import type { Deps } from '../../../deps.ts';
import { ClientMetadataError } from '../../../integrations/client-metadata/client-metadata.ts';
import { OAuthError } from './oauth-error.ts';

/** An app that can be connected. `host`: where its description is published; null for a built-in one. */
export type Client = { id: string; name: string; host: string | null; redirectUris: readonly string[] };

/** Noek's own command. It keeps one access token, which does not expire, and is the only one that may ask with a code on a device. */
const command: Client = {
  id: 'noek-command',
  name: 'Noek for the terminal',
  host: null,
  redirectUris: ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}/callback`),
};

export const isBuiltIn = (clientId: string): boolean => clientId === command.id;

/** A client that may ask with a code on a device. Throws unauthorized_client. */
export function deviceClient(clientId: string): Client {
  if (isBuiltIn(clientId)) return command;
  throw new OAuthError('unauthorized_client', 'Only the client noek-command can be connected with a code on a device.');
}

/** The app with this client_id, as it describes itself. Throws invalid_client. */
export async function readClient({ clientMetadata }: Pick<Deps, 'clientMetadata'>, clientId: string): Promise<Client> {
  if (isBuiltIn(clientId)) return command;
  if (!URL.canParse(clientId)) throw new OAuthError('invalid_client', 'No app has this client_id.');
  try {
    const { name, redirectUris } = await clientMetadata.read(clientId);
    return { id: clientId, name, host: new URL(clientId).host, redirectUris };
  } catch (error) {
    if (!(error instanceof ClientMetadataError)) throw error;
    throw new OAuthError('invalid_client', `The app's description cannot be used. ${error.message}`, error);
  }
}

/** The host of a client_id; null for a built-in client. */
export const hostOfClient = (clientId: string): string | null => (isBuiltIn(clientId) ? null : new URL(clientId).host);
