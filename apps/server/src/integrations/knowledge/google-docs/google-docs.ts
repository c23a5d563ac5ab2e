import { z } from 'zod';
import { KnowledgeError, type KnowledgeSource } from '../knowledge-source.ts';
import { documentsOf } from './documents/documents-of.ts';
import { failureOf } from './google-failure.ts';

/** A service account: the address that the document is shared with, and the private key in PEM form. */
export type ServiceAccount = { email: string; privateKey: string };

type GoogleDocument = {
  account: ServiceAccount;
  documentId: string;
  /** Another host for Docs and Drive; null for Google's own. */
  apiUrl: string | null;
};

const scopes = [
  'https://www.googleapis.com/auth/documents.readonly',
  'https://www.googleapis.com/auth/drive.metadata.readonly',
];
/** How long one request may take, in milliseconds. A whole document takes longer than its version. */
const versionMs = 10_000;
const readMs = 25_000;
const documentType = 'application/vnd.google-apps.document';

/**
 * A Google document with all its tabs. Its changes are detected through Drive. Google's libraries are loaded at the first use: a
 * server without such a document starts without them.
 */
export function createGoogleDocs({ account, documentId, apiUrl }: GoogleDocument): KnowledgeSource {
  let clients: ReturnType<typeof createClients> | null = null;

  async function createClients() {
    const [{ docs, auth }, { drive }] = await Promise.all([
      import('googleapis/build/src/apis/docs/index.js'),
      import('googleapis/build/src/apis/drive/index.js'),
    ]);
    const client = new auth.JWT({ email: account.email, key: account.privateKey, scopes });
    // The key signs every request; no token is fetched.
    client.useJWTAccessWithScope = true;
    const options = { auth: client, ...(apiUrl !== null && { rootUrl: `${apiUrl}/` }) };
    return { docs: docs({ version: 'v1', ...options }), drive: drive({ version: 'v3', ...options }) };
  }

  async function ask<T>(
    request: (to: Awaited<ReturnType<typeof createClients>>) => Promise<{ data: T }>,
    isExpected: (data: unknown) => boolean,
  ): Promise<T> {
    let data: T;
    try {
      clients ??= createClients();
      data = (await request(await clients)).data;
    } catch (error) {
      throw failureOf(error, account.email);
    }
    if (!isExpected(data)) throw otherResponse(data);
    return data;
  }

  return {
    kind: 'google',
    checkEveryMs: 15_000,
    key: `google:${documentId}`,
    name: 'the Google document',
    async version(signal) {
      const file = await ask(
        ({ drive }) =>
          drive.files.get(
            { fileId: documentId, fields: 'id,name,mimeType,modifiedTime,version,trashed', supportsAllDrives: true },
            { signal, timeout: versionMs, retry: false },
          ),
        isFile,
      );
      if (file.mimeType && file.mimeType !== documentType)
        throw new KnowledgeError(
          'wrong-document',
          `“${file.name}” is not a Google document. Open it in Google Docs, save it as a Google document, and set GOOGLE_DOC_ID to the id of that one.`,
        );
      if (file.trashed)
        throw new KnowledgeError('wrong-document', `“${file.name}” is in the trash of Google Drive. Restore it there.`);
      return `${file.modifiedTime} ${file.version}`;
    },
    async read(signal) {
      const document = await ask(
        ({ docs }) =>
          docs.documents.get(
            { documentId, includeTabsContent: true, suggestionsViewMode: 'PREVIEW_WITHOUT_SUGGESTIONS' },
            { signal, timeout: readMs, retry: false },
          ),
        isDocument,
      );
      try {
        return documentsOf(document);
      } catch (error) {
        // The parts of the document do not have the shapes of Docs.
        throw otherResponse(document, error);
      }
    },
  };
}

/** What Drive says of a file: when it changed, or which version it has. */
const fileSchema = z.looseObject({ modifiedTime: z.string() }).or(z.looseObject({ version: z.string() }));

const contentSchema = z.looseObject({ body: z.looseObject({ content: z.array(z.looseObject({})) }) });
const documentSchema = contentSchema.or(
  z.looseObject({ tabs: z.array(z.unknown()).refine((tabs) => tabs.some(hasText)) }),
);

/** Whether a tab or one of its child tabs has a text, which may be empty. */
function hasText(tab: unknown): boolean {
  const { documentTab, childTabs } = z.looseObject({}).safeParse(tab).data ?? {};
  return contentSchema.safeParse(documentTab).success || (Array.isArray(childTabs) && childTabs.some(hasText));
}

/** Whether the body of a successful response of Drive describes a file. */
const isFile = (data: unknown): boolean => fileSchema.safeParse(data).success;

/** Whether the body of a successful response of Docs is a document, which may be empty. */
const isDocument = (data: unknown): boolean => documentSchema.safeParse(data).success;

/** The failure for a successful response with another body: a proxy, or the sign-in page of a network, answered in Google's place. */
function otherResponse(data: unknown, cause?: unknown): KnowledgeError {
  const came =
    typeof data === 'string' && /^\s*</.test(data)
      ? 'A web page came back instead of the document, such as the sign-in page of a network or of a proxy.'
      : 'Something else came back instead of the document, such as the response of a proxy.';
  return new KnowledgeError(
    'not-a-document',
    `${came} Check the network of this server, and GOOGLE_API_URL if it is set. It is tried again automatically.`,
    { cause },
  );
}
