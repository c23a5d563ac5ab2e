import { hash } from 'node:crypto';
import type { TokenScope } from '@noek/contract/calls/token-scopes';
import { desc, eq } from 'drizzle-orm';
import { allowApp } from '../features/auth/apps/authorization/allow-app.ts';
import type { TokenAnswer } from '../features/auth/apps/tokens/connect-app.ts';
import { issueTokens } from '../features/auth/apps/tokens/issue-tokens.ts';
import type { ClientDocument, ClientMetadata } from '../integrations/client-metadata/client-metadata.ts';
import { ClientMetadataError } from '../integrations/client-metadata/client-metadata.ts';
import type { TestCtx } from './create-test-ctx.ts';
import { signedInAs } from './sign-in.ts';

/** An app of another company, and where the browser returns to it. */
export const notes = 'https://notes.example/oauth/client.json';
export const notesReturn = 'https://notes.example/back?from=noek';
export const localReturn = 'http://127.0.0.1/callback';

const documents: Record<string, ClientDocument> = {
  [notes]: { name: 'Notes', redirectUris: [notesReturn, localReturn] },
  'https://other.example/client.json': { name: 'Other', redirectUris: ['https://other.example/back'] },
};

/** Descriptions of apps, without a network. */
export const scriptedClients: ClientMetadata = {
  async read(clientId) {
    const document = documents[clientId];
    if (!document) throw new ClientMetadataError('It cannot be reached.');
    return document;
  },
};

export const verifier = 'v'.repeat(43);
export const challengeOf = (text: string) => hash('sha256', text, 'base64url');

/** The query with which an app opens /oauth/authorize. `undefined` leaves a parameter out. */
export function authorizeQuery(given: Record<string, string | undefined> = {}): string {
  const all = {
    response_type: 'code',
    client_id: notes,
    redirect_uri: notesReturn,
    scope: 'chat',
    state: 'st at/e&1',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...given,
  };
  return `${new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))}`;
}

/** What an app sends to exchange a code. */
export const exchangeForm = (code: string, given: Record<string, string> = {}) =>
  new Map(
    Object.entries({
      grant_type: 'authorization_code',
      client_id: notes,
      code,
      code_verifier: verifier,
      redirect_uri: notesReturn,
      ...given,
    }),
  );

export const refreshForm = (token: string, given: Record<string, string> = {}) =>
  new Map(Object.entries({ grant_type: 'refresh_token', client_id: notes, refresh_token: token, ...given }));

/** The code that an app gets when this signed-in person allows it. */
export async function allowedCode(me: TestCtx, given: Record<string, string | undefined> = {}): Promise<string> {
  const { to } = await allowApp(me, { query: authorizeQuery(given) });
  return new URL(to).searchParams.get('code') ?? '';
}

/** An app that this person has connected, with its tokens. */
export async function connectedApp(
  given: TestCtx,
  userId: string,
  scope: TokenScope = 'chat',
): Promise<TokenAnswer & { id: string }> {
  const ctx: TestCtx = { ...given, clientMetadata: scriptedClients };
  const me = { ...(await signedInAs(ctx, userId)), clientMetadata: scriptedClients };
  const tokens = await issueTokens(ctx, exchangeForm(await allowedCode(me, { scope })));
  const { connectedApps: c } = ctx.db.tables;
  const [app] = await ctx.db.orm.select().from(c).where(eq(c.userId, userId)).orderBy(desc(c.id)).limit(1);
  return { ...tokens, id: app?.id ?? '' };
}
