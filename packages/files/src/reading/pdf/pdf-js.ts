/// <reference path="./pdfjs-files.d.ts" />
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

export type Pdf = PDFDocumentProxy;
export type PdfPage = PDFPageProxy;

/** Loads pdf.js with its worker into this thread: without it pdf.js would load the worker by an address of its own. */
async function loadPdfJs() {
  // The build for browsers says that it is not for Node.js. It needs no more than a new Node.js has.
  const { warn } = console;
  console.warn = () => {};
  try {
    const [api, worker] = await Promise.all([
      import('pdfjs-dist/build/pdf.min.mjs'),
      import('pdfjs-dist/build/pdf.worker.min.mjs'),
    ]);
    Object.assign(globalThis, { pdfjsWorker: worker });
    return api;
  } finally {
    console.warn = warn;
  }
}

const { getDocument, OPS, VerbosityLevel } = await loadPdfJs();

/** The numbers of what a page can draw. */
export const drawing = OPS;

/** The folder of pdf.js, with the encodings of East Asian fonts and the fonts that every reader has. */
const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** The most pixels that a picture has that is unpacked. */
const mostPixels = 60_000_000;

/**
 * Opens a PDF without network, scripts and forms of XFA. Its pictures are unpacked only `withPictures`. Rejects with the error of pdf.js.
 */
export const openPdf = (bytes: Uint8Array, { withPictures = false } = {}): Promise<Pdf> =>
  getDocument({
    data: bytes,
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    maxImageSize: withPictures ? mostPixels : 0,
    wasmUrl: join(folder, 'wasm/'),
    useWasm: withPictures,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise;
