import { FileRefusal } from '@noek/files/file-refusal';
import { cleanName } from '@noek/files/kinds/clean-name';
import { kindOf } from '@noek/files/kinds/kind-of';
import { isPictureKind, kinds } from '@noek/files/kinds/kinds';
import { colorName } from '@noek/files/pictures/color-name';
import { mainColors } from '@noek/files/pictures/main-colors';
import { reencode } from '@noek/files/pictures/reencode';
import { previewOf } from '@noek/files/pictures/smaller-pictures';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Blob } from '../blobs/blobs.ts';
import type { FileRow } from '../rows/files.queries.ts';
import { sha256Of } from './receive-file.ts';

type Prepared = {
  row: Pick<
    FileRow,
    | 'name'
    | 'type'
    | 'size'
    | 'sha256'
    | 'previewSha256'
    | 'width'
    | 'height'
    | 'pages'
    | 'characters'
    | 'unit'
    | 'about'
    | 'state'
    | 'problem'
  >;
  blob: Blob;
  preview: Blob | null;
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Finds out the kind of a file by its content, re-encodes pictures, and cleans the name. One file after the other, because the whole file is
 * in memory meanwhile. Throws BAD_REQUEST, UNSUPPORTED_FILE and PAYLOAD_TOO_LARGE.
 */
export function prepareFile(
  deps: Pick<Deps, 'fileReader'>,
  file: { name: string; read(): Promise<Uint8Array> },
): Promise<Prepared> {
  const prepared = last.then(() => prepare(deps, file));
  last = prepared.catch(() => {});
  return prepared.catch((error) => {
    throw error instanceof FileRefusal ? refusalOf(error) : error;
  });
}

async function prepare(
  { fileReader }: Pick<Deps, 'fileReader'>,
  { name, read }: { name: string; read(): Promise<Uint8Array> },
): Promise<Prepared> {
  const bytes = await read();
  const kind = await kindOf(bytes);
  const none = { width: null, height: null, pages: null, characters: null, unit: null, about: null, problem: null };
  if (!isPictureKind(kind))
    return {
      row: { ...none, ...described(cleanName(name, kind), kind, bytes), previewSha256: null, state: 'reading' },
      blob: blobOf(bytes),
      preview: null,
    };
  const picture = await reencode(bytes, kind, fileReader);
  const preview = blobOf((await previewOf(picture.bytes)).bytes);
  const { width, height } = picture;
  const colors = (await mainColors(preview.bytes)).map(({ hex }) => colorName(hex));
  return {
    row: {
      ...none,
      ...described(cleanName(name, picture.kind), picture.kind, picture.bytes),
      width,
      height,
      about: { colors: [...new Set(colors)] },
      previewSha256: preview.sha256,
      state: 'ready',
    },
    blob: blobOf(picture.bytes),
    preview,
  };
}

const described = (name: string, kind: keyof typeof kinds, bytes: Uint8Array) => ({
  name,
  type: kinds[kind].mediaType,
  size: bytes.length,
  sha256: sha256Of(bytes),
});

const blobOf = (bytes: Uint8Array): Blob => ({ sha256: sha256Of(bytes), bytes });

const codes = {
  empty: 'BAD_REQUEST',
  damaged: 'BAD_REQUEST',
  kind: 'UNSUPPORTED_FILE',
  pixels: 'PAYLOAD_TOO_LARGE',
} as const;

const refusalOf = (refusal: FileRefusal) => new AppError(codes[refusal.reason], refusal.message, { cause: refusal });
