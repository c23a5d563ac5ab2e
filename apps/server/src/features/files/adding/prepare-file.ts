import { FileRefusal } from '@noek/files/file-refusal';
import { cleanName } from '@noek/files/kinds/clean-name';
import { kindOf } from '@noek/files/kinds/kind-of';
import { isPictureKind, kinds, type PictureKind } from '@noek/files/kinds/kinds';
import { colorName } from '@noek/files/pictures/color-name';
import { mainColors } from '@noek/files/pictures/main-colors';
import { reencode } from '@noek/files/pictures/reencode';
import { previewOf } from '@noek/files/pictures/smaller-pictures';
import { createTurns } from '@noek/files/turns';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Blob } from '../blobs/blobs.ts';
import type { FileRow } from '../files.queries.ts';
import { createFairTurns } from '../turns/fair-turns.ts';
import type { Turn } from '../turns/shares.ts';
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

type ReadBytes = () => Promise<Uint8Array>;

/** Of this process, because the whole file is in memory meanwhile. Finding out a kind takes milliseconds, re-encoding a picture seconds. */
const looking = createTurns(1);
const reencoding = createFairTurns();

/**
 * Finds out the kind of a file by its content, re-encodes pictures, and cleans the name. One picture after the other, and people take turns;
 * other files wait for no picture. `read` may be called twice. Throws BAD_REQUEST, UNSUPPORTED_FILE and PAYLOAD_TOO_LARGE.
 */
export async function prepareFile(
  deps: Pick<Deps, 'fileReader'>,
  { name, read, turn }: { name: string; read: ReadBytes; turn: Turn },
): Promise<Prepared> {
  try {
    const looked = await looking(() => lookAt(read, name));
    if (!('picture' in looked)) return looked;
    // Read again, because it may wait for long.
    return await reencoding.take(turn, async () => preparePicture(deps, name, looked.picture, await read()));
  } catch (error) {
    throw error instanceof FileRefusal ? refusalOf(error) : error;
  }
}

const none = { width: null, height: null, pages: null, characters: null, unit: null, about: null, problem: null };

async function lookAt(read: ReadBytes, name: string): Promise<Prepared | { picture: PictureKind }> {
  const bytes = await read();
  const kind = await kindOf(bytes, name);
  if (isPictureKind(kind)) return { picture: kind };
  return {
    row: { ...none, ...described(cleanName(name, kind), kind, bytes), previewSha256: null, state: 'reading' },
    blob: blobOf(bytes),
    preview: null,
  };
}

async function preparePicture(
  { fileReader }: Pick<Deps, 'fileReader'>,
  name: string,
  kind: PictureKind,
  bytes: Uint8Array,
): Promise<Prepared> {
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
