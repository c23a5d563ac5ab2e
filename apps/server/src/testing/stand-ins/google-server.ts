import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The key of a service account that does not exist. */
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
export const serviceAccount = { email: 'reader@noek.iam.gserviceaccount.example', privateKey: pair.privateKey };

/** A refusal in the form of Google's APIs; a body of text is sent as it is. */
export type GoogleRefusal = { status: number; body: unknown; headers?: Record<string, string> };

/** Google Docs and Drive on this machine, with one document. */
export type GoogleServer = {
  readonly url: string;
  /** Settings that make a server read the document. */
  readonly env: Record<string, string>;
  /** The document as the Docs API answers it; null: nothing is shared. */
  document: Record<string, unknown> | null;
  /** The file as Drive answers it, in addition to its version. */
  file: Record<string, unknown>;
  /** Refuses requests to this API from now on; null: none. */
  refuse: (GoogleRefusal & { api?: 'docs' | 'drive' }) | null;
  /** Every request so far: its path and query. */
  readonly requests: URL[];
  /** Changes the text of the document. */
  write(text: string): void;
  close(): Promise<void>;
};

const styleOf = (line: string) => {
  const [, level] = /^(#+) /.exec(line) ?? [];
  return level === undefined ? 'NORMAL_TEXT' : `HEADING_${level.length}`;
};

/** A document with one paragraph or heading per line, whose only tab has the name that Google gives. */
export const documentOf = (text: string): Record<string, unknown> => ({
  title: 'Handbook',
  documentId: 'doc-1',
  tabs: [
    {
      tabProperties: { tabId: 't.0', title: 'Tab 1' },
      documentTab: {
        body: {
          content: text.split('\n').map((line) => ({
            paragraph: {
              elements: [{ textRun: { content: `${line.replace(/^#+ /, '')}\n` } }],
              paragraphStyle: { namedStyleType: styleOf(line) },
            },
          })),
        },
      },
    },
  ],
});

/** Starts the stand-in. Requests must be signed with the key of `serviceAccount`, as Google demands. */
export async function startGoogleServer(text = 'Hello'): Promise<GoogleServer> {
  const requests: URL[] = [];
  let version = 1;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', google.url);
    requests.push(url);
    const { status, body, headers = {} } = answerTo(url, request.headers.authorization ?? '');
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answerTo({ pathname, searchParams }: URL, authorization: string): GoogleRefusal {
    const api = pathname === '/v1/documents/doc-1' ? 'docs' : pathname === '/drive/v3/files/doc-1' ? 'drive' : null;
    if (!isSigned(authorization))
      return refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    const { refuse } = google;
    if (refuse && (refuse.api ?? api) === api) return refuse;
    if (!api || !google.document) return refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (api === 'docs') {
      // Without these, Google answers with the first tab alone, and with suggestions.
      const isWhole =
        searchParams.get('includeTabsContent') === 'true' &&
        searchParams.get('suggestionsViewMode') === 'PREVIEW_WITHOUT_SUGGESTIONS';
      return isWhole ? { status: 200, body: google.document } : refusal(400, 'INVALID_ARGUMENT', 'Ask for everything.');
    }
    const file = {
      id: 'doc-1',
      name: 'Handbook',
      mimeType: 'application/vnd.google-apps.document',
      version: String(version),
      modifiedTime: '2026-11-22T10:00:00.000Z',
      trashed: false,
    };
    return { status: 200, body: { ...file, ...google.file } };
  }

  const google: GoogleServer = {
    url,
    env: {
      GOOGLE_SERVICE_ACCOUNT_JSON: JSON.stringify({
        type: 'service_account',
        client_email: serviceAccount.email,
        private_key: serviceAccount.privateKey,
      }),
      GOOGLE_DOC_ID: 'doc-1',
      GOOGLE_API_URL: url,
    },
    document: documentOf(text),
    file: {},
    refuse: null,
    requests,
    write(changed) {
      google.document = documentOf(changed);
      version++;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return google;
}

/** A refusal with the words and the reason that Google uses. */
export const refusal = (status: number, state: string, message: string, reason?: string): GoogleRefusal => ({
  status,
  body: {
    error: {
      code: status,
      message,
      status: state,
      ...(reason && { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] }),
    },
  },
});

/** Whether a token is signed by the service account, has not expired, and has both scopes. */
function isSigned(authorization: string): boolean {
  const [head = '', body = '', signature = ''] = authorization.replace(/^Bearer /, '').split('.');
  const verify = createVerify('RSA-SHA256').update(`${head}.${body}`);
  if (!verify.verify(createPublicKey(pair.publicKey), Buffer.from(signature, 'base64url'))) return false;
  const { iss, exp, scope } = JSON.parse(Buffer.from(body, 'base64url').toString());
  return (
    iss === serviceAccount.email &&
    exp * 1_000 > Date.now() &&
    /documents\.readonly/.test(scope) &&
    /drive\.metadata\.readonly/.test(scope)
  );
}
