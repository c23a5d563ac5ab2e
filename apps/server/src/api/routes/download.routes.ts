import { Readable } from 'node:stream';
import type { Context } from 'hono';
import type { ExportedConversation } from '../../features/archive/export/export-conversation.ts';
import type { ByteRange, ReadExport } from '../../features/archive/read-export.ts';
import { named } from '../../features/files/serve-file.ts';

/** The response that downloads an export, or the range of it that the request asks for. */
export async function downloadExport(
  c: Context,
  { name, bytes, stream, close }: Exclude<ReadExport, { progress: number }>,
): Promise<Response> {
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Accept-Ranges': 'bytes',
  };
  const range = rangeOf(c.req.header('Range'), bytes);
  if (range === 'unsatisfiable') {
    await close();
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${bytes}` });
  }
  const body = Readable.toWeb(await stream(range)) as ReadableStream;
  if (!range) return c.body(body, 200, { ...headers, 'Content-Length': String(bytes) });
  return c.body(body, 206, {
    ...headers,
    'Content-Length': String(range.end - range.start + 1),
    'Content-Range': `bytes ${range.start}-${range.end}/${bytes}`,
  });
}

/** The response that downloads one conversation. */
export const downloadConversation = ({ name, type, stream }: ExportedConversation): Response =>
  new Response(Readable.toWeb(stream) as ReadableStream, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Content-Disposition': `attachment; ${named(name)}` },
  });

/** The range of a Range header with one range of bytes; undefined for the whole file and for headers of another form. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
