type Description = {
  /** How people call the kind. */
  label: string;
  /** The media type to serve it with. Text is always plain, also HTML and SVG. */
  mediaType: string;
  /**
   * The endings of its names, without the dot. The first one is given to names that have another kind's. Office opens templates, slide shows
   * and files with macros by theirs alone.
   */
  extensions: readonly [string, ...string[]];
};

/** The kinds of files that are taken. */
export const kinds = {
  jpeg: { label: 'JPEG', mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  png: { label: 'PNG', mediaType: 'image/png', extensions: ['png', 'apng'] },
  webp: { label: 'WebP', mediaType: 'image/webp', extensions: ['webp'] },
  gif: { label: 'GIF', mediaType: 'image/gif', extensions: ['gif'] },
  avif: { label: 'AVIF', mediaType: 'image/avif', extensions: ['avif'] },
  heic: { label: 'HEIC', mediaType: 'image/heic', extensions: ['heic', 'heif', 'hif'] },
  bmp: { label: 'BMP', mediaType: 'image/bmp', extensions: ['bmp', 'dib'] },
  tiff: { label: 'TIFF', mediaType: 'image/tiff', extensions: ['tif', 'tiff'] },
  ico: { label: 'ICO', mediaType: 'image/x-icon', extensions: ['ico', 'cur'] },
  pdf: { label: 'PDF', mediaType: 'application/pdf', extensions: ['pdf'] },
  docx: {
    label: 'DOCX',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx', 'docm', 'dotx', 'dotm'],
  },
  xlsx: {
    label: 'XLSX',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx', 'xlsm', 'xltx', 'xltm', 'xlam'],
  },
  pptx: {
    label: 'PPTX',
    mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx', 'pptm', 'potx', 'potm', 'ppsx', 'ppsm'],
  },
  odt: { label: 'ODT', mediaType: 'application/vnd.oasis.opendocument.text', extensions: ['odt', 'ott'] },
  ods: { label: 'ODS', mediaType: 'application/vnd.oasis.opendocument.spreadsheet', extensions: ['ods', 'ots'] },
  odp: { label: 'ODP', mediaType: 'application/vnd.oasis.opendocument.presentation', extensions: ['odp', 'otp'] },
  rtf: { label: 'RTF', mediaType: 'application/rtf', extensions: ['rtf', 'doc'] },
  epub: { label: 'EPUB', mediaType: 'application/epub+zip', extensions: ['epub'] },
  eml: { label: 'EML', mediaType: 'message/rfc822', extensions: ['eml', 'mht', 'mhtml'] },
  text: { label: 'text', mediaType: 'text/plain', extensions: ['txt'] },
} as const satisfies Record<string, Description>;

/** A kind of file that is taken. */
export type Kind = keyof typeof kinds;

/** A kind that is shown to people and models as a picture. */
export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | 'bmp' | 'tiff' | 'ico';

/** A kind whose text is read. */
export type ReadableKind = Exclude<Kind, PictureKind>;

const pictureKinds: ReadonlySet<Kind> = new Set<PictureKind>([
  ...(['jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'bmp', 'tiff', 'ico'] as const),
]);

/** Whether files of a kind are pictures. The text of all others is read. */
export const isPictureKind = (kind: Kind): kind is PictureKind => pictureKinds.has(kind);

/** The labels of all kinds that are taken, in the order in which they are named to people. */
export const takenLabels: readonly string[] = Object.values(kinds).map(({ label }) => label);
