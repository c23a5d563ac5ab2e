import { eq } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';
import { ClientMetadataError } from '../../../../integrations/client-metadata/client-metadata.ts';
import { newToken } from '../../secrets/one-time-token.ts';
import { OAuthError } from '../oauth-error.ts';

/** An app that can be connected. `host`: where its description is published; null for a built-in one and one that registered itself. */
export type Client = {
  id: string;
  name: string;
  host: string | null;
  isRegistered: boolean;
  redirectUris: readonly string[];
};

type ClientDeps = Pick<Deps, 'clientMetadata' | 'config' | 'db' | 'now'>;

/** Noek's own command. It keeps one access token, which does not expire, and is the only one that may ask with a code on a device. */
const command: Client = {
  id: 'noek-command',
  name: 'Noek for the terminal',
  host: null,
  isRegistered: false,
  redirectUris: ['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}/callback`),
};

export const isBuiltIn = (clientId: string): boolean => clientId === command.id;

/** A client that may ask with a code on a device. Throws unauthorized_client. */
export function deviceClient(clientId: string): Client {
  if (isBuiltIn(clientId)) return command;
  throw new OAuthError('unauthorized_client', 'Only the client noek-command can be connected with a code on a device.');
}

/** The app with this client_id, as it describes itself. Throws invalid_client. */
export async function readClient(deps: ClientDeps, clientId: string): Promise<Client> {
  if (isBuiltIn(clientId)) return command;
  if (isRegisteredId(clientId)) return registeredClient(deps, clientId);
  if (!URL.canParse(clientId)) throw new OAuthError('invalid_client', 'No app has this client_id.');
  try {
    const { name, redirectUris } = await deps.clientMetadata.read(clientId);
    return { id: clientId, name, host: new URL(clientId).host, isRegistered: false, redirectUris };
  } catch (error) {
    if (!(error instanceof ClientMetadataError)) throw error;
    throw new OAuthError('invalid_client', `The app's description cannot be used. ${error.message}`, error);
  }
}

/** An app that registered itself, until it expires; then it is there as long as a person has it connected. */
async function registeredClient({ db, config, now }: ClientDeps, id: string): Promise<Client> {
  const { connectedApps: a, registeredClients: c } = db.tables;
  const [row] = config.appRegistration ? await db.orm.select().from(c).where(eq(c.id, id)) : [];
  const isLasting =
    row &&
    (row.expiresAt > now() ||
      (await db.orm.select({ id: a.id }).from(a).where(eq(a.clientId, id)).limit(1)).length > 0);
  if (!isLasting)
    throw new OAuthError(
      'invalid_client',
      'This app is not registered here, or its registration has expired. Make it forget this server, and connect it again.',
    );
  return { id, name: row.name, host: null, isRegistered: true, redirectUris: row.redirectUris };
}

const registeredPrefix = 'registered-';

/** A client_id for an app that registers itself. */
export const newRegisteredId = (): string => `${registeredPrefix}${newToken()}`;

/** Whether an app with this client_id has registered itself. */
const isRegisteredId = (clientId: string): boolean => /^registered-[\w-]{43}$/.test(clientId);

/** Whose a client_id is, as pages show it. */
export const originOfClient = (clientId: string): Pick<Client, 'host' | 'isRegistered'> => {
  const isRegistered = isRegisteredId(clientId);
  return { host: isRegistered || isBuiltIn(clientId) ? null : new URL(clientId).host, isRegistered };
};
