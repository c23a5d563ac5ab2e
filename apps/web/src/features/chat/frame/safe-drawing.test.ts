// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { safeDrawing } from './safe-drawing.ts';

const size = { width: 100, height: 50 };
const drawing = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">${inside}</svg>`;

test('a drawing keeps its shapes, texts and styles, and gets its size', () => {
  const safe = safeDrawing(
    drawing(
      '<style>.a{fill:url(#g)}</style><g class="a" style="stroke: red"><text x="1">開始 مرحبا</text><path marker-end="url(#m)" d="M0 0"/></g>',
    ),
    size,
  );
  expect(safe).toContain('開始 مرحبا');
  expect(safe).toContain('<style>.a{fill:url(#g)}</style>');
  expect(safe).toContain(' style="stroke: red"');
  expect(safe).not.toContain('of-drawing');
  expect(safe).toContain('marker-end="url(#m)"');
  expect(safe).toMatch(/width="100"/);
});

test.each([
  '<script>x()</script>',
  '<foreignObject><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject>',
  '<image href="https://evil.example/x"/>',
  '<use href="#a"/>',
  '<a href="javascript:x()"><text>x</text></a>',
  '<g onload="x()"/>',
  '<path style="fill:url(https://evil.example/x)"/>',
  '<style>@import "https://evil.example/x";</style>',
  '<filter id="f"><feImage href="https://evil.example/x"/></filter>',
  '<animate attributeName="href" to="javascript:x()"/>',
])('%s is left out', (inside) => {
  const safe = safeDrawing(drawing(inside), size) ?? '';
  expect(safe).not.toMatch(/script|foreignObject|evil|<use|onload|<image|animate/i);
});

test('what is no drawing, or one that could grow without end, is refused', () => {
  expect(safeDrawing('<p>x</p>', size)).toBeNull();
  expect(safeDrawing(`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${drawing('&a;')}`, size)).toBeNull();
  expect(safeDrawing(drawing('<g/>'.repeat(20_001)), size)).toBeNull();
});
