import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import './pdf-page.css';

/** A page is at most this wide at a zoom of 1, in pixels. */
const widest = 900;
/** A canvas with more pixels than this fails on phones. */
const mostPixels = 16_000_000;

/** Draws one page of a PDF, and puts its text over it. */
export function PdfPage(props: { pdf: PDFDocumentProxy; number: number; zoom: number; onFailed: () => void }) {
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
