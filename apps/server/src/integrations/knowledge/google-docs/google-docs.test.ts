import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  documentOf,
  type GoogleServer,
  refusal,
  serviceAccount,
  startGoogleServer,
} from '../../../testing/stand-ins/google-server.ts';
import { KnowledgeError } from '../knowledge-source.ts';
import { createGoogleDocs } from './google-docs.ts';

let google: GoogleServer;
beforeAll(async () => {
  google = await startGoogleServer('# Hours\nOpen from 9 to 17.');
});
beforeEach(() => {
  google.refuse = null;
  google.file = {};
});
afterAll(() => google.close());

const { signal } = new AbortController();
const source = (more: { privateKey?: string; documentId?: string; apiUrl?: string } = {}) =>
  createGoogleDocs({
    account: { ...serviceAccount, ...(more.privateKey && { privateKey: more.privateKey }) },
    documentId: more.documentId ?? 'doc-1',
    apiUrl: more.apiUrl ?? google.url,
  });

/** What a request fails with. */
async function failureOf(request: Promise<unknown>): Promise<KnowledgeError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof KnowledgeError)) throw new Error('It did not fail with a sentence.', { cause: error });
  return error;
}

test('reads a document with signed requests, and its version changes with it', async () => {
  const docs = source();
  const before = await docs.version(signal);
  expect(await docs.version(signal)).toBe(before);
  expect(await docs.read(signal)).toEqual({
    documents: [{ title: 'Handbook', text: '# Hours\n\nOpen from 9 to 17.' }],
    notes: [],
  });
  google.write('# Hours\nOpen from 8 to 16.');
  expect(await docs.version(signal)).not.toBe(before);
  const asked = google.requests.find(({ pathname }) => pathname.startsWith('/drive'));
  // Documents in shared drives are found, too.
  expect(asked?.searchParams.get('supportsAllDrives')).toBe('true');
});

test.each([
  [
    'a document that is not shared',
    refusal(404, 'NOT_FOUND', 'Requested entity was not found.'),
    'not-shared',
    serviceAccount.email,
  ],
  [
    'a document that others may read',
    refusal(403, 'PERMISSION_DENIED', 'The caller does not have permission'),
    'not-shared',
    serviceAccount.email,
  ],
  [
    'Docs that is not enabled',
    refusal(
      403,
      'PERMISSION_DENIED',
      'Google Docs API has not been used in project 1 before or it is disabled.',
      'SERVICE_DISABLED',
    ),
    'api-disabled',
    'The Google Docs API is not enabled',
  ],
  [
    'Drive that is not enabled',
    {
      status: 403,
      body: {
        error: {
          code: 403,
          message: 'Access Not Configured. Drive API has not been used',
          errors: [{ reason: 'accessNotConfigured' }],
        },
      },
    },
    'api-disabled',
    'The Google Drive API is not enabled',
  ],
  ['a bare 403', { status: 403, body: {} }, 'api-disabled', 'Enable both'],
  [
    'a key that was deleted',
    refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.'),
    'bad-key',
    serviceAccount.email,
  ],
  [
    'an id that is none',
    refusal(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.'),
    'wrong-document',
    'GOOGLE_DOC_ID',
  ],
  [
    'too many requests',
    { ...refusal(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded'), headers: { 'Retry-After': '120' } },
    'rate-limited',
    '429',
  ],
  [
    'too many requests to Drive',
    {
      status: 403,
      body: { error: { code: 403, message: 'Rate Limit Exceeded', errors: [{ reason: 'userRateLimitExceeded' }] } },
    },
    'rate-limited',
    'tried again automatically',
  ],
  ['a fault of Google', refusal(503, 'UNAVAILABLE', 'The service is currently unavailable.'), 'unreachable', '(503)'],
])('%s is a failure with a sentence', async (_, refuse, problem, words) => {
  google.refuse = refuse;
  const error = await failureOf(source().version(signal));
  expect(error.problem).toBe(problem);
  expect(error.message).toContain(words);
  expect(error.message).not.toMatch(/PERMISSION_DENIED|Gaxios|undefined|null|PRIVATE KEY/);
  expect(error.retryAfterMs).toBe(refuse.status === 429 ? 120_000 : null);
  // It is asked once, because the caller decides about retries.
  const before = google.requests.length;
  await failureOf(source().read(signal));
  expect(google.requests.length - before).toBe(1);
});

test('a key of another account and a text that is not a key are bad keys', async () => {
  const other = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  expect((await failureOf(source({ privateKey: other.privateKey }).version(signal))).problem).toBe('bad-key');
  for (const privateKey of ['no key', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n']) {
    const error = await failureOf(source({ privateKey }).version(signal));
    expect([error.problem, error.message]).toEqual(['bad-key', expect.stringContaining('GOOGLE_SERVICE_ACCOUNT_JSON')]);
  }
});

test('another document than the one that exists is not found', async () => {
  expect((await failureOf(source({ documentId: 'doc/../2' }).version(signal))).problem).toBe('not-shared');
});

test('a file that is not a Google document, or is in the trash, is reported as such', async () => {
  google.file = {
    name: 'Plan.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  };
  expect(await failureOf(source().version(signal))).toMatchObject({
    problem: 'wrong-document',
    message: expect.stringContaining('“Plan.docx” is not a Google document'),
  });
  google.file = { trashed: true };
  expect((await failureOf(source().version(signal))).message).toContain('in the trash');
});

test('a host that does not respond is unreachable, and a request that is aborted ends', async () => {
  const gone = await startGoogleServer();
  await gone.close();
  expect((await failureOf(source({ apiUrl: gone.url }).version(signal))).problem).toBe('unreachable');
  await expect(source().version(AbortSignal.abort())).rejects.toThrow();
});

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const signInPage = '<!doctype html>\n<html><head><title>Sign in</title></head><body>Wi-Fi</body></html>';

describe.each(['drive', 'docs'] as const)('a 200 of %s', (api) => {
  test.each([
    ['a web page', signInPage, html, 'A web page came back'],
    ['a web page that calls itself JSON', `\n${signInPage}`, {}, 'A web page came back'],
    ['nothing', '', {}, 'Something else came back'],
    ['a document that was cut off', '{"title": "Handbook", "body": {"con', {}, 'Something else came back'],
    ['other JSON', { status: 'ok' }, {}, 'Something else came back'],
    ['an error', refusal(403, 'PERMISSION_DENIED', 'No').body, {}, 'Something else came back'],
    ['a list', [], {}, 'Something else came back'],
    ['a file', 'PK', { 'Content-Type': 'application/zip' }, 'Something else came back'],
  ])('with %s is a failure that says so', async (_, body, headers, words) => {
    google.refuse = { api, status: 200, body, headers };
    const error = await failureOf(api === 'drive' ? source().version(signal) : source().read(signal));
    expect([error.problem, error.message]).toEqual(['not-a-document', expect.stringContaining(words)]);
    expect(error.message).toContain('GOOGLE_API_URL');
  });
});

test.each([
  ['without a body', { title: 'Handbook', documentId: 'doc-1' }],
  ['without tabs', { title: 'Handbook', tabs: [] }],
  ['with tabs that have no text', { title: 'Handbook', tabs: [{ tabProperties: { title: 'Tab 1' } }] }],
  ['with text where paragraphs belong', { title: 'Handbook', body: { content: 'Open from 9 to 17.' } }],
  [
    'with paragraphs that are none',
    { body: { content: [{ paragraph: { elements: [{ textRun: { content: 1 } }] } }] } },
  ],
])('a response %s is not a document', async (_, document) => {
  google.refuse = { api: 'docs', status: 200, body: document };
  expect((await failureOf(source().read(signal))).problem).toBe('not-a-document');
});

test('an empty document is a document', async () => {
  google.refuse = { api: 'docs', status: 200, body: documentOf('') };
  expect(await source().read(signal)).toEqual({ documents: [], notes: [] });
});
