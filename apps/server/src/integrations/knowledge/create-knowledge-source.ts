import type { Config } from '../../settings/config.ts';
import { createKnowledgeFolder } from './folder/knowledge-folder.ts';
import { createGoogleDocs } from './google-docs/google-docs.ts';
import type { KnowledgeSource } from './knowledge-source.ts';

/** The configured knowledge base: the Google document, otherwise the folder; null without either. */
export function createKnowledgeSource({ google, folder }: Config['knowledge']): KnowledgeSource | null {
  if (google.account && google.documentId)
    return createGoogleDocs({ account: google.account, documentId: google.documentId, apiUrl: google.apiUrl });
  return folder === null ? null : createKnowledgeFolder(folder);
}
