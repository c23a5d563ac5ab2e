import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { s3Signature } from './s3-signature.ts';

const empty = createHash('sha256').digest('hex');
const body = createHash('sha256').update('Welcome to Amazon S3.').digest('hex');
const host = 'examplebucket.s3.amazonaws.com';
const date = '20130524T000000Z';
const common = { host, 'x-amz-date': date };

// The examples in "Signature calculations for the Authorization header" of Amazon's S3 API reference, with their key and results.
test.each([
  [
    'GET /test.txt',
    '',
    { ...common, range: 'bytes=0-9', 'x-amz-content-sha256': empty },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT /test%24file.text',
    '',
    {
      ...common,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': body,
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET /',
    'lifecycle',
    { ...common, 'x-amz-content-sha256': empty },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET /',
    'max-keys=2&prefix=J',
    { ...common, 'x-amz-content-sha256': empty },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])("Amazon's example %s?%s", (request, query, headers, signature) => {
  const [method = '', path = ''] = request.split(' ');
  const signed = {
    method,
    path,
    query: new URLSearchParams(query),
    headers,
    signedHeaders: Object.keys(headers).sort(),
    date,
    region: 'us-east-1',
    bodyHash: headers['x-amz-content-sha256'],
  };
  expect(s3Signature(signed, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(signature);
});
