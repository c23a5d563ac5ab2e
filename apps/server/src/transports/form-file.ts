import { on } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../errors.ts';

type SentFile = { name: string; body: ReadableStream<Uint8Array> };
type Sent = { name?: string | undefined; type: string | undefined; body: ReadableStream<Uint8Array> };

/** The field of a form that has a file. */
const field = 'file';
const limits = { fields: 20, parts: 200, fieldSize: 64 * 1024 };

/**
 * The file that a request sends: the field "file" of a form (multipart/form-data), or the whole body under the given name. It is read as it
 * arrives. Throws BAD_REQUEST for a form without a file; a form that ends too early fails while the file is read.
 */
export async function fileInRequest(sent: Sent): Promise<SentFile> {
  for await (const file of filesInRequest(sent)) return file;
  throw new Error('There is one, or it was refused.');
}

/**
 * The files that a request sends: each field "file" of a form, or the whole body as one. Each is read as it arrives, before the next one is
 * asked for. Throws BAD_REQUEST for a form without a file, with too many parts, and for one that ends too early.
 */
export async function* filesInRequest({ name = '', type = '', body }: Sent): AsyncGenerator<SentFile> {
  if (!/^multipart\/form-data\b/i.test(type)) {
    yield { name, body };
    return;
  }
  const form = parserOf(type);
  const source = Readable.fromWeb(body as NodeStream);
  const found = on(form, 'file', { close: ['finish'] });
  // Every part can fail before it is read, or while it is skipped. An 'error' without a listener would end the process.
  form.on('file', (_, stream: BusboyFileStream) => stream.on('error', () => {}));
  let current: Readable | undefined;
  let count = 0;
  let hasTooManyParts = false;
  const fail = (error: Error) => {
    source.unpipe(form);
    current?.destroy(error);
  };
  form.on('error', () => fail(incomplete()));
  // The parser leaves out what comes after them.
  form.on('partsLimit', () => {
    hasTooManyParts = true;
  });
  const problemOf = (error: unknown) => source.errored ?? (error instanceof AppError ? error : incomplete());
  source.on('error', (error) => {
    fail(error);
    form.destroy(error);
  });
  source.pipe(form);
  try {
    for await (const [fieldName, stream, filename] of found as AsyncIterable<[string, BusboyFileStream, string?]>) {
      current = stream as unknown as Readable;
      if (fieldName !== field) current.resume();
      else {
        count++;
        const content = Readable.from(contentOf(current, problemOf), { objectMode: false });
        yield { name: filename ?? name, body: Readable.toWeb(content) as ReadableStream<Uint8Array> };
      }
    }
  } catch (error) {
    throw problemOf(error);
  } finally {
    form.on('file', (_, stream: BusboyFileStream) => stream.resume());
  }
  if (hasTooManyParts) throw malformed(`The form has too many files and fields: it can have up to ${limits.parts}.`);
  if (count === 0) throw malformed(`Send the file as the field “${field}” of the form.`);
}

async function* contentOf(file: Readable, problemOf: (error: unknown) => Error): AsyncGenerator<Uint8Array> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (error) {
    throw problemOf(error);
  }
}

function parserOf(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch (cause) {
    throw malformed('The form has no boundary.', cause);
  }
}

const incomplete = () => malformed('The form is incomplete.');
const malformed = (message: string, cause?: unknown) => new AppError('BAD_REQUEST', message, { cause });
