import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, VerbosityLevel, version } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';

GlobalWorkerOptions.workerSrc = worker;

/** Where the build puts what some PDFs need. */
const resources = new URL(`/assets/pdf-${version}/`, window.location.href).href;

/** Opens a PDF. `close` ends its worker and whatever is still loading. */
export function openPdf(address: string): { opened: Promise<PDFDocumentProxy>; close: () => void } {
  const task = getDocument({
    url: address,
    cMapUrl: `${resources}cmaps/`,
    standardFontDataUrl: `${resources}standard_fonts/`,
    wasmUrl: `${resources}wasm/`,
    // The content security policy allows no WebAssembly.
    useWasm: false,
    disableWorkerRendering: true,
    enableXfa: false,
    // What it does not like about a PDF is of no use in the console.
    verbosity: VerbosityLevel.ERRORS,
  });
  return { opened: task.promise, close: () => void task.destroy() };
}
