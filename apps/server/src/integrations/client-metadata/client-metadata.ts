import { appLimits } from '@noek/contract/auth/limits';
import { trimmed } from '@noek/contract/text/characters';

/** What an app publishes about itself. */
export type ClientDocument = { name: string; redirectUris: readonly string[] };

/** Why the description of an app cannot be used, as a sentence for people. */
export class ClientMetadataError extends Error {}

export type ClientMetadata = {
  /**
   * Reads the description that an app publishes at its client_id (draft-ietf-oauth-client-id-metadata-document), and remembers it for ten
   * minutes. Throws ClientMetadataError.
   */
  read(clientId: string): Promise<ClientDocument>;
};

/** A name in one line, without characters that are invisible or that reorder the text around them. */
export const plainName = (name: string): string =>
  [...trimmed(name.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').replace(/\s+/g, ' '))]
    .slice(0, appLimits.nameLength)
    .join('');
