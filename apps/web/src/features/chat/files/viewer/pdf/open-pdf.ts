import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';

GlobalWorkerOptions.workerSrc = worker;

/** Opens a PDF. `close` ends its worker and whatever is still loading. */
export function openPdf(address: string): { opened: Promise<PDFDocumentProxy>; close: () => void } {
  const task = getDocument({
    url: address,
    // The content security policy allows no WebAssembly.
    useWasm: false,
    disableWorkerRendering: true,
    enableXfa: false,
    stopAtErrors: false,
  });
  return { opened: task.promise, close: () => void task.destroy() };
}
