import { isPictureKind, kinds } from '@noek/files/kinds/kinds';
import type { BaseCtx } from '../../base-context.ts';
import { type FileRow, fileNotFound } from './files.queries.ts';
import { sharedStorageAdvice } from './shared-storage.ts';

const pictureTypes: ReadonlySet<string> = new Set(
  Object.entries(kinds).flatMap(([kind, { mediaType }]) =>
    isPictureKind(kind as keyof typeof kinds) ? [mediaType] : [],
  ),
);

/** Nothing of a file may run, whatever it contains. */
const policy = "sandbox; default-src 'none'";

type Served = Pick<FileRow, 'name' | 'type' | 'sha256' | 'previewSha256'>;

/**
 * The response with a file's bytes: a picture to show, anything else as a download; 304 if `knownTag`, the header If-None-Match, is the tag
 * of the bytes. Throws NOT_FOUND if the bytes are gone.
 */
export async function serveFile(
  ctx: Pick<BaseCtx, 'fileStore' | 'log'>,
  file: Served,
  knownTag: string | undefined,
): Promise<Response> {
  const disposition = pictureTypes.has(file.type) ? 'inline' : 'attachment';
  return serve(ctx, knownTag, {
    sha256: file.sha256,
    type: file.type,
    disposition: `${disposition}; ${named(file.name)}`,
  });
}

/** The response with a picture's preview, as `serveFile`. Throws NOT_FOUND for other files. */
export async function servePreview(
  ctx: Pick<BaseCtx, 'fileStore' | 'log'>,
  file: Served,
  knownTag: string | undefined,
): Promise<Response> {
  if (file.previewSha256 === null) throw fileNotFound();
  return serve(ctx, knownTag, { sha256: file.previewSha256, type: 'image/webp', disposition: 'inline' });
}

/** The response with the bytes of a file, or with its preview, for an administrator, whose browser does not keep it. */
export const serveUnkept = async (ctx: Pick<BaseCtx, 'fileStore' | 'log'>, file: Served): Promise<Response> =>
  unkept(await serveFile(ctx, file, undefined));
export const previewUnkept = async (ctx: Pick<BaseCtx, 'fileStore' | 'log'>, file: Served): Promise<Response> =>
  unkept(await servePreview(ctx, file, undefined));

function unkept(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.delete('ETag');
  return response;
}

async function serve(
  { fileStore, log }: Pick<BaseCtx, 'fileStore' | 'log'>,
  knownTag: string | undefined,
  { sha256, type, disposition }: { sha256: string; type: string; disposition: string },
): Promise<Response> {
  const tag = `"${sha256}"`;
  // Kept by the caller's browser alone, and asked about every time: a file can be deleted, and access can end.
  const headers = {
    'Cache-Control': 'private, no-cache',
    ETag: tag,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
  };
  if (knownTag === tag) return new Response(null, { status: 304, headers });
  const stored = await fileStore.get(sha256);
  if (!stored) {
    log.error({ sha256 }, `the bytes of a file are not here: ${sharedStorageAdvice}`);
    throw fileNotFound();
  }
  return new Response(stored.stream, {
    headers: {
      ...headers,
      'Content-Length': String(stored.size),
      'Content-Type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
      'Content-Disposition': disposition,
    },
  });
}

/** The name of a file in both forms of RFC 6266, for all browsers: a part of the header Content-Disposition. */
export function named(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
