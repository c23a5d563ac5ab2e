import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../errors.ts';

type SentFile = { name: string; body: ReadableStream<Uint8Array> };

/** The field of a form that has the file. */
const field = 'file';

/**
 * The file that a request sends: the field "file" of a form (multipart/form-data), or the whole body under the given name. It is read as it
 * arrives. Throws BAD_REQUEST for a form without a file; a form that ends too early fails while the file is read.
 */
export async function fileInRequest({
  name = '',
  type = '',
  body,
}: {
  name: string | undefined;
  type: string | undefined;
  body: ReadableStream<Uint8Array>;
}): Promise<SentFile> {
  if (!/^multipart\/form-data\b/i.test(type)) return { name, body };
  const form = parserOf(type);
  const source = Readable.fromWeb(body as NodeStream);
  return new Promise((resolve, reject) => {
    let found: Readable | undefined;
    const fail = (error: unknown) => {
      source.unpipe(form);
      if (found) found.destroy(error as Error);
      else reject(error);
    };
    form.on('file', (fieldName: string, stream: BusboyFileStream, filename: string | undefined) => {
      if (found || fieldName !== field) return void stream.resume();
      found = stream as unknown as Readable;
      resolve({ name: filename ?? name, body: Readable.toWeb(found) as ReadableStream<Uint8Array> });
    });
    form.on('finish', () => {
      if (!found) reject(malformed(`Send the file as the field “${field}” of the form.`));
    });
    form.on('error', () => fail(malformed('The form is incomplete.')));
    source.on('error', fail);
    source.pipe(form);
  });
}

function parserOf(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits: { fields: 20, parts: 40, fieldSize: 64 * 1024 } });
  } catch (cause) {
    throw malformed('The form has no boundary.', cause);
  }
}

const malformed = (message: string, cause?: unknown) => new AppError('BAD_REQUEST', message, { cause });
