import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useState } from 'react';
import { filesTexts } from '../../texts.ts';
import { useSwipe } from '../use-swipe.ts';
import { Loading } from '../viewer-states.tsx';
import { openPdf } from './open-pdf.ts';
import { PdfPage } from './pdf-page.tsx';

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
