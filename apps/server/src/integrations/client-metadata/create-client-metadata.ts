import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { checkPublicUrl, type Guard, PublicWebError } from '../public-web/address-guard.ts';
import { guardedLookup, type Resolve, resolve } from '../public-web/guarded-lookup.ts';
import { readText } from '../read-text.ts';
import { type ClientDocument, type ClientMetadata, ClientMetadataError, plainName } from './client-metadata.ts';

const mostBytes = 64 * 1024;
const mostRemembered = 500;
const rememberedMs = 10 * 60_000;

const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().min(1).max(2_048)).min(1).max(50),
  grant_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

/** Reads the descriptions of apps from allowed addresses, in at most `readMs` milliseconds each. Refused ones are not remembered. */
export function createClientMetadata(
  guard: Guard,
  { readMs = 5_000, resolve: resolveHost = resolve }: { readMs?: number; resolve?: Resolve } = {},
): ClientMetadata {
  const known = new LRUCache<string, ClientDocument>({ max: mostRemembered, ttl: rememberedMs });

  async function fetchDocument(clientId: string): Promise<ClientDocument> {
    const signal = AbortSignal.timeout(readMs);
    try {
      const url = clientUrl(clientId, guard);
      return documentOf(clientId, await readJson(await get(url, guardedLookup(guard, resolveHost), signal)));
    } catch (error) {
      if (error instanceof ClientMetadataError) throw error;
      if (error instanceof PublicWebError) throw new ClientMetadataError(error.message, { cause: error });
      throw new ClientMetadataError(signal.aborted ? 'It took too long to answer.' : 'It cannot be reached.', {
        cause: error,
      });
    }
  }

  return {
    async read(clientId) {
      const remembered = known.get(clientId);
      if (remembered) return remembered;
      const document = await fetchDocument(clientId);
      known.set(clientId, document);
      return document;
    },
  };
}

/**
 * The address of a description. It must be written in one way, because it is compared as text: https, a path without dot segments, neither
 * user nor fragment. Where private addresses are allowed, http is allowed, too.
 */
function clientUrl(clientId: string, guard: Guard): URL {
  const url = checkPublicUrl(clientId, guard);
  if (url.protocol !== 'https:' && !guard.allowPrivate) throw new ClientMetadataError('Its address is not https.');
  if (url.href !== clientId || url.pathname === '/')
    throw new ClientMetadataError('Its address is not written as it must be.');
  return url;
}

type Lookup = ReturnType<typeof guardedLookup>;

const get = (url: URL, lookup: Lookup, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    const { get } = url.protocol === 'https:' ? https : http;
    const headers = { Accept: 'application/json', 'Accept-Encoding': 'identity', 'User-Agent': 'Noek' };
    get(url, { lookup, headers, signal, agent: false }, done).once('error', fail);
  });

/** The JSON of a response that is neither an error nor a redirect, and not too large. */
async function readJson(response: IncomingMessage): Promise<unknown> {
  let text: string;
  try {
    if (response.statusCode !== 200) throw new ClientMetadataError(`It answered with status ${response.statusCode}.`);
    const type = response.headers['content-type'] ?? '';
    if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) throw new ClientMetadataError('It is not JSON.');
    text = await readText(response, mostBytes, () => new ClientMetadataError('It is too large.'));
  } finally {
    response.destroy();
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ClientMetadataError('It is not JSON.', { cause });
  }
}

function documentOf(clientId: string, json: unknown): ClientDocument {
  const { data, error } = documentSchema.safeParse(json);
  if (!data) throw new ClientMetadataError('Something in it is missing or wrong.', { cause: error });
  if (data.client_id !== clientId) throw new ClientMetadataError('It describes another app.');
  // Apps have no secret here. One that wants to prove itself otherwise must not be taken for one that cannot.
  if ((data.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new ClientMetadataError('It asks for a kind of sign-in that Noek does not know.');
  if (data.grant_types && !data.grant_types.includes('authorization_code'))
    throw new ClientMetadataError('It does not say that it connects with a code.');
  return { name: plainName(data.client_name ?? '') || new URL(clientId).host, redirectUris: data.redirect_uris };
}
