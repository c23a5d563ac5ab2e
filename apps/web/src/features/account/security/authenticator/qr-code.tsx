import { create } from 'qrcode';

/** The light modules around a QR code that scanners need. */
const margin = 4;

/** A QR code, drawn as SVG because the content security policy allows no inline styles. It is dark on light in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const path = Array.from(data, (dark, at) => (dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '')).join('');
  const whole = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${whole} ${whole}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-control border border-border forced-color-adjust-none"
    >
      <rect x={-margin} y={-margin} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
