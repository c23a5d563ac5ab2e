import { drawMermaid } from './draw-mermaid.ts';
import { drawingAddress } from './safe-drawing.ts';

/** In pixels. Browsers make no larger pictures everywhere. */
const largestSide = 8_000;

/** Saves a diagram as a picture of the light theme, for other programs. */
export async function saveSvg(code: string): Promise<void> {
  const { svg } = await drawMermaid(code, { dark: false });
  save(new Blob([svg], { type: 'image/svg+xml' }), 'diagram.svg');
}

/** The same as pixels, twice as fine, on white. */
export async function savePng(code: string): Promise<void> {
  const { svg, width, height } = await drawMermaid(code, { dark: false });
  const image = new Image();
  image.src = drawingAddress(svg);
  await image.decode();
  const scale = Math.min(2, largestSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(blob, 'diagram.png'));
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
