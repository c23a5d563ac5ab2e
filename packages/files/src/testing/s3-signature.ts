import { createHash, createHmac } from 'node:crypto';

/** What Signature Version 4 signs of a request. Names of headers are in lower case. */
export type SignedRequest = {
  method: string;
  /** As it is in the request, encoded. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string>>;
  signedHeaders: readonly string[];
  /** The time of the request, as "20130524T000000Z". */
  date: string;
  region: string;
  /** The SHA-256 of the body, as the request says it. */
  bodyHash: string;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature of a request to S3, written after AWS's description, so that it can check what a library signs. */
export function s3Signature(request: SignedRequest, secret: string): string {
  const { method, path, query, headers, signedHeaders, date, region, bodyHash } = request;
  const canonicalQuery = [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonicalHeaders = signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join('');
  const canonical = [method, path, canonicalQuery, canonicalHeaders, signedHeaders.join(';'), bodyHash].join('\n');
  const day = date.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  return hmac(key, toSign).toString('hex');
}
