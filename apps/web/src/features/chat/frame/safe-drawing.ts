/** Elements of a drawing. Others, such as pictures from outside, copies of other elements and pages, are left out. */
const elements = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan textPath title desc defs marker clipPath mask pattern linearGradient radialGradient stop style switch symbol'.split(
    ' ',
  ),
);
const mostElements = 20_000;
const svgNamespace = 'http://www.w3.org/2000/svg';

/**
 * A drawing as an image may contain it: no scripts, which an image would not run, no addresses but its own parts, and nothing that takes a
 * browser long to draw. Null if it is none.
 */
export function safeDrawing(svg: string, { width, height }: { width: number; height: number }): string | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(svg)) return null;
  const parsed = new DOMParser().parseFromString(withoutStyles(svg), 'image/svg+xml');
  const root = parsed.documentElement;
  if (root.localName !== 'svg' || root.namespaceURI !== svgNamespace || parsed.querySelector('parsererror'))
    return null;
  const all = [root, ...root.querySelectorAll('*')];
  if (all.length > mostElements) return null;
  for (const element of all) {
    if (element.namespaceURI !== svgNamespace || !(elements.has(element.localName) || isStyle(element))) {
      element.remove();
      continue;
    }
    for (const { name, value } of [...element.attributes]) if (!isSafe(name, value)) element.removeAttribute(name);
    if (isStyle(element) && !isSafeStyle(element.textContent ?? '')) element.remove();
  }
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  root.removeAttribute(styleAttribute);
  return withStyles(new XMLSerializer().serializeToString(root));
}

/** The names of styles while a drawing is parsed: under their own, the page's policy would refuse each and report it. */
const styleElement = 'style-of-drawing';
const styleAttribute = 'data-style-of-drawing';
const withoutStyles = (svg: string) =>
  svg.replace(/(<\/?)style(?=[\s/>])/g, `$1${styleElement}`).replace(/(\s)style(?=\s*=)/g, `$1${styleAttribute}`);
const withStyles = (svg: string) => svg.replaceAll(styleAttribute, 'style').replaceAll(styleElement, 'style');
const isStyle = ({ localName }: Element) => localName === 'style' || localName === styleElement;

function isSafe(name: string, value: string): boolean {
  if (/^on/i.test(name)) return false;
  if (/(^|:)href$/i.test(name)) return value.startsWith('#');
  return isSafeStyle(value);
}

/** Addresses only of the drawing's own parts. */
const isSafeStyle = (style: string): boolean =>
  !/@import|expression|javascript:|image-set|@font-face/i.test(style) &&
  [...style.matchAll(/url\(\s*["']?([^)"']*)/gi)].every(([, address = '']) => address.startsWith('#'));

/** The address of a drawing, for an image. */
export const drawingAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
