import { expect, test } from 'vitest';
import { fileInRequest } from './form-file.ts';

const type = 'multipart/form-data; boundary=x';
const bodyOf = (text: string) => new Response(text).body as ReadableStream<Uint8Array>;

async function read(text: string): Promise<string> {
  const file = await fileInRequest({ type, body: bodyOf(text) });
  return new Response(file.body).text();
}

test('a form that ends inside a skipped part is refused, and nothing else fails', async () => {
  const skipped = '--x\r\nContent-Disposition: form-data; name="x"; filename="a"\r\n\r\nhello';
  await expect(read(skipped)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('a form that ends inside the file is refused while the file is read', async () => {
  const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhello';
  await expect(read(cut)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});
