import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?worker&url';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { filesTexts } from '../../texts.ts';
import { useSwipe } from '../use-swipe.ts';
import { Loading } from '../viewer-states.tsx';
import './pdf-page.css';

/** A page of a PDF, as wide as the place allows, with text that can be selected and read aloud. */
export default function PdfView(props: {
  address: string;
  name: string;
  page: number;
  zoom: number;
  onPages: (pages: number) => void;
  onStep: (by: number) => void;
  onFailed: () => void;
}) {
  const { address, name, page, zoom, onStep } = props;
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const onPages = useEffectEvent(props.onPages);
  const onFailed = useEffectEvent(props.onFailed);
  const swipe = useSwipe(onStep, zoom <= 1);
  useEffect(() => {
    const { opened, close } = openPdf(address);
    let left = false;
    opened.then(
      (document) => {
        if (left) return;
        setPdf(document);
        onPages(document.numPages);
      },
      () => !left && onFailed(),
    );
    return () => {
      left = true;
      close();
    };
  }, [address]);
  if (!pdf) return <Loading />;
  return (
    <section
      aria-label={filesTexts.viewer.content(name)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="scroll-area min-h-0 flex-1 overflow-auto p-4"
      {...swipe}
    >
      <PdfPage key={page} pdf={pdf} number={Math.min(page, pdf.numPages)} zoom={zoom} onFailed={props.onFailed} />
    </section>
  );
}

GlobalWorkerOptions.workerSrc = worker;

/** Where the build puts what some PDFs need. */
const resources = new URL(`/assets/pdf-${version}/`, window.location.href).href;

/** Opens a PDF. `close` ends its worker and whatever is still loading. */
function openPdf(address: string): { opened: Promise<PDFDocumentProxy>; close: () => void } {
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

/** A page is at most this wide at a zoom of 1, in pixels. */
const widest = 900;
/** A canvas with more pixels than this fails on phones. */
const mostPixels = 16_000_000;

/** Draws one page of a PDF, and puts its text over it. */
function PdfPage(props: { pdf: PDFDocumentProxy; number: number; zoom: number; onFailed: () => void }) {
  const { pdf, number, zoom } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [width, setWidth] = useState(0);
  const onFailed = useEffectEvent(props.onFailed);

  useLayoutEffect(() => {
    const place = frame.current?.parentElement;
    if (!place) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(place);
      setWidth(place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    let left = false;
    pdf.getPage(number).then(
      (found) => !left && setPage(found),
      () => !left && onFailed(),
    );
    return () => {
      left = true;
    };
  }, [pdf, number]);

  const scale = page && width > 0 ? (Math.min(width, widest) / page.getViewport({ scale: 1 }).width) * zoom : null;
  useEffect(() => {
    const [target, layer] = [canvas.current, words.current];
    if (!page || scale === null || !target || !layer) return;
    const viewport = page.getViewport({ scale });
    const sharpness = Math.min(
      window.devicePixelRatio || 1,
      Math.sqrt(mostPixels / (viewport.width * viewport.height)),
    );
    // The old canvas stays on screen until the new one is drawn. Otherwise the page would flash white when the zoom changes.
    const drawn = document.createElement('canvas');
    drawn.width = Math.floor(viewport.width * sharpness);
    drawn.height = Math.floor(viewport.height * sharpness);
    const drawing = page.render({ canvas: drawn, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
    let left = false;
    drawing.promise.then(
      () => {
        if (left) return;
        target.width = drawn.width;
        target.height = drawn.height;
        target.getContext('2d')?.drawImage(drawn, 0, 0);
      },
      () => !left && onFailed(),
    );
    layer.replaceChildren();
    const text = new TextLayer({ textContentSource: page.streamTextContent(), container: layer, viewport });
    // The picture of the page is enough for those who see it.
    text.render().catch(() => {});
    return () => {
      left = true;
      drawing.cancel();
      text.cancel();
    };
  }, [page, scale]);

  const size = page && scale !== null ? page.getViewport({ scale }) : null;
  return (
    <div
      ref={frame}
      className="pdf-page relative mx-auto w-fit overflow-clip rounded-chip border border-border"
      style={
        size
          ? ({ width: size.width, height: size.height, '--total-scale-factor': scale } as React.CSSProperties)
          : undefined
      }
    >
      <canvas ref={canvas} aria-hidden className="block size-full bg-white" />
      <div ref={words} className="pdf-words" />
    </div>
  );
}
