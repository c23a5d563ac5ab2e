import { Code, Download, Image } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePublicConfig } from '../../../api/base/public-config.ts';
import { useTheme } from '../../../components/base/theme/use-theme.ts';
import { type Drawing, drawAt, drawMermaid, NotDrawn } from './draw-mermaid.ts';
import { drawingAddress } from './safe-drawing.ts';
import { savePng, saveSvg } from './save-drawing.ts';
import { diagramTexts } from './texts.ts';
import './frame.css';

type State = { drawing: Drawing; of: string } | { problem: string; of: string } | null;

/** A drawing of a diagram's text, begun when it comes near the screen; null until it is there. */
function useDrawing(code: string, place: React.RefObject<HTMLElement | null>): State {
  const { previewOrigin } = usePublicConfig();
  const theme = useTheme();
  const [isNear, setNear] = useState(false);
  const [state, setState] = useState<State>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '400px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isNear]);
  useEffect(() => {
    if (!isNear) return;
    let left = false;
    drawAt(previewOrigin);
    drawMermaid(code, { dark: theme === 'dark' }).then(
      (drawing) => !left && setState({ drawing, of: code }),
      (error: unknown) =>
        !left && setState({ problem: error instanceof NotDrawn ? error.message : diagramTexts.offline, of: code }),
    );
    return () => {
      left = true;
    };
  }, [code, isNear, theme, previewOrigin]);
  return state?.of === code ? state : null;
}

/** Few lines make small drawings. The place has its height before the drawing is there, so that nothing moves. */
function sizeOf(code: string): 'small' | 'middle' | 'large' {
  const lines = code.split('\n').length;
  return lines <= 4 ? 'small' : lines <= 12 ? 'middle' : 'large';
}

/** A diagram of an answer as a picture, with its text as the alternative. Its code shows until it is drawn, and if it cannot be. */
export default function Diagram(props: {
  code: string;
  /** Alone on its page, as large as that allows. */
  isWhole?: boolean;
  children: ReactNode;
}) {
  const { code, isWhole = false, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const state = useDrawing(code, place);
  const [showsCode, setShowsCode] = useState(false);
  const drawing = state && 'drawing' in state ? state.drawing : null;
  return (
    <div ref={place} className="diagram" data-size={isWhole ? 'whole' : sizeOf(code)}>
      <div className="diagram-view">
        {drawing && !showsCode ? (
          <img
            src={drawingAddress(drawing.svg)}
            width={drawing.width}
            height={drawing.height}
            alt={diagramTexts.alternative(code)}
            draggable={false}
          />
        ) : (
          children
        )}
      </div>
      <div className="diagram-bar">
        {state && 'problem' in state ? (
          <p role="status">{diagramTexts.notDrawn}</p>
        ) : drawing ? (
          <>
            <button type="button" aria-pressed={showsCode} onClick={() => setShowsCode(!showsCode)}>
              <Code className="icon" aria-hidden />
              {diagramTexts.showCode}
            </button>
            <button type="button" onClick={() => void saveSvg(code)}>
              <Download className="icon" aria-hidden />
              {diagramTexts.downloadSvg}
            </button>
            <button type="button" onClick={() => void savePng(code)}>
              <Image className="icon" aria-hidden />
              {diagramTexts.downloadPng}
            </button>
          </>
        ) : (
          <p role="status">{diagramTexts.drawing}</p>
        )}
      </div>
    </div>
  );
}
