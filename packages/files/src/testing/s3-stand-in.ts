import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { s3Signature } from './s3-signature.ts';

export type S3StandIn = {
  /** What an S3 store needs to reach it. */
  settings: { url: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  objects: Map<string, { bytes: Buffer; storedAt: Date }>;
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
    if (key === '') return void response.end(listOf(objects, searchParams));
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
  const keys = [...objects.keys()].sort().filter((key) => key > after);
  const page = keys.slice(0, 2);
  const entries = page.map((key) => {
    const { bytes, storedAt } = objects.get(key) ?? { bytes: Buffer.alloc(0), storedAt: new Date() };
    return `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
  });
  const isTruncated = keys.length > page.length;
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${entries.join('')}</ListBucketResult>`;
}
