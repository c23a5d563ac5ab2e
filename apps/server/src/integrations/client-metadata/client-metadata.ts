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
