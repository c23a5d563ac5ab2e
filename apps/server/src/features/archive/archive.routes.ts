import { Readable } from 'node:stream';
import { archiveOperations } from '@noek/contract/archive-operations';
import type { Context } from 'hono';
import { implement } from '../../implement.ts';
import { findJob, jobNotFound, toArchiveJob } from './archive.queries.ts';
import { type ByteRange, type ReadExport, readExport } from './read-export.ts';
import { startExport } from './start-export.ts';
import { startImport } from './start-import.ts';

/** The documented paths of exports and imports under /api. */
export const archiveRoutes = implement(
  archiveOperations,
  {
    startExport: (ctx) => startExport(ctx),
    async readExport(ctx, { params }, c) {
      const found = await readExport(ctx, params);
      return 'progress' in found ? c.json(found, 202) : download(c, found);
    },
    startImport: (ctx, { body }) => startImport(ctx, body),
    readImport: async (ctx, { params }) => toArchiveJob(await findJob(ctx, 'import', params.id)),
  },
  jobNotFound,
);

async function download(c: Context, { name, bytes, file, stream }: Exclude<ReadExport, { progress: number }>) {
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Accept-Ranges': 'bytes',
  };
  const range = rangeOf(c.req.header('Range'), bytes);
  if (range === 'unsatisfiable') {
    await file.close();
    return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${bytes}` });
  }
  const body = Readable.toWeb(stream(range)) as ReadableStream;
  if (!range) return c.body(body, 200, { ...headers, 'Content-Length': String(bytes) });
  return c.body(body, 206, {
    ...headers,
    'Content-Length': String(range.end - range.start + 1),
    'Content-Range': `bytes ${range.start}-${range.end}/${bytes}`,
  });
}

/** The range of a Range header with one range of bytes; undefined for the whole file and for headers of another form. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
