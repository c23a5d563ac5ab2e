import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { s3Signature } from './s3-signature.ts';

export type S3StandIn = {
  /** What an S3 store needs to reach it. */
  settings: { url: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  objects: Map<string, { bytes: Buffer; storedAt: Date }>;
  /** Objects whose parts have not been put together, by the id of the upload. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer>; begunAt: Date }>;
  /** The requests that came, such as "PUT /bucket/ab/cd". */
  requests: string[];
  /** Answers the next requests instead of the service, one each. */
  answers: ((request: IncomingMessage, response: ServerResponse) => void)[];
  close(): Promise<void>;
};

/** An S3 on loopback that checks signatures, hashes of bodies and times, and lists two objects per page. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const settings = {
    bucket: 'noek files',
    region: 'eu-test-1',
    accessKeyId: 'AKIDSTANDIN',
    secretAccessKey: 'a secret/of+the stand-in',
  };
  const objects: S3StandIn['objects'] = new Map();
  const uploads: S3StandIn['uploads'] = new Map();
  const requests: string[] = [];
  const answers: S3StandIn['answers'] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
    const body = await buffer(request);
    requests.push(`${request.method} ${request.url}`);
    const answer = answers.shift();
    if (answer) return answer(request, response);
    const fail = (status: number, code: string, more = '') => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`);
    };
    const problem = signatureProblem(request, pathname, searchParams, body, settings);
    if (problem) return fail(403, problem, `<AWSAccessKeyId>${settings.accessKeyId}</AWSAccessKeyId>`);

    const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    if (bucket !== settings.bucket) return fail(404, 'NoSuchBucket');
    if (key === '' && searchParams.has('uploads')) return void response.end(uploadsOf(uploads, searchParams));
    if (key === '') return void response.end(listOf(objects, searchParams));
    if (searchParams.has('uploads') || searchParams.has('uploadId')) {
      const answered = answerUpload(
        { objects, uploads },
        { key, method: request.method ?? '', query: searchParams, body },
      );
      return answered
        ? void response.writeHead(answered.status, answered.headers).end(answered.body)
        : fail(404, 'NoSuchUpload');
    }
    const object = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, storedAt: new Date() });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    if (!object) return fail(404, 'NoSuchKey');
    const { bytes } = object;
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) {
      response.writeHead(200, { 'content-length': bytes.length });
      return void response.end(request.method === 'HEAD' ? undefined : bytes);
    }
    if (Number(from) >= bytes.length) return fail(416, 'InvalidRange');
    const part = bytes.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { 'content-length': part.length, 'content-range': range });
    response.end(part);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: { ...settings, url: `http://127.0.0.1:${port}` },
    objects,
    uploads,
    requests,
    answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What S3 would say about the signature; null if it is right. */
function signatureProblem(
  { method = '', headers }: IncomingMessage,
  path: string,
  query: URLSearchParams,
  body: Buffer,
  settings: { region: string; accessKeyId: string; secretAccessKey: string },
): string | null {
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const date = String(headers['x-amz-date']);
  const bodyHash = String(headers['x-amz-content-sha256']);
  if (credential !== `${settings.accessKeyId}/${date.slice(0, 8)}/${settings.region}/s3/aws4_request`)
    return 'InvalidAccessKeyId';
  const signedHeaders = signed.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!signedHeaders.includes(needed)) return 'AccessDenied';
  const time = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - time) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  const right = s3Signature(
    {
      method,
      path,
      query,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      signedHeaders,
      date,
      region: settings.region,
      bodyHash,
    },
    settings.secretAccessKey,
  );
  if (signature !== right) return 'SignatureDoesNotMatch';
  const hash = createHash('sha256').update(body).digest('hex');
  // Only a request without a body may leave its hash out.
  const isHashed = bodyHash === hash || (body.length === 0 && bodyHash === 'UNSIGNED-PAYLOAD');
  return isHashed ? null : 'XAmzContentSHA256Mismatch';
}

function listOf(objects: S3StandIn['objects'], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const prefix = query.get('prefix') ?? '';
  const keys = [...objects.keys()].sort().filter((key) => key > after && key.startsWith(prefix));
  const page = keys.slice(0, 2);
  const entries = page.map((key) => {
    const { bytes, storedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), storedAt: new Date() };
    return `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const isTruncated = keys.length > page.length;
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`;
}

/** What S3 answers to the requests of an upload in parts; null for one that it does not know. */
function answerUpload(
  { objects, uploads }: Pick<S3StandIn, 'objects' | 'uploads'>,
  { key, method, query, body }: { key: string; method: string; query: URLSearchParams; body: Buffer },
): { status: number; headers: Record<string, string>; body: string } | null {
  const done = (text = '', headers: Record<string, string> = {}, status = 200) => ({ status, headers, body: text });
  if (query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, { key, parts: new Map(), begunAt: new Date() });
    return done(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (upload?.key !== key) return null;
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    return done('', { ETag: tagOf(body) });
  }
  if (method === 'POST') {
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const parts = named.map(([, number, tag]) => ({ bytes: upload.parts.get(Number(number)), tag }));
    if (parts.some(({ bytes, tag }) => !bytes || tagOf(bytes) !== tag))
      return done('<Error><Code>InvalidPart</Code></Error>');
    objects.set(key, {
      bytes: Buffer.concat(parts.map(({ bytes }) => bytes ?? Buffer.alloc(0))),
      storedAt: new Date(),
    });
  }
  uploads.delete(id);
  return method === 'POST'
    ? done('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
    : done('', {}, 204);
}

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function uploadsOf(uploads: S3StandIn['uploads'], query: URLSearchParams): string {
  const entries = [...uploads]
    .filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    .map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    );
  return `<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`;
}
