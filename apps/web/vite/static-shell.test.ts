import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellOf, stylesBehindShell, withFont } from './static-shell.ts';

const file = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

test.each(['index.html', 'auth.html'])(
  '[2.53] the HTML of %s itself has the message and the button for a script that does not load',
  (page) => {
    expect(file(page)).toContain('<!--noek-shell-->');
    const shell = shellOf(page);
    expect(shell).toContain('<h1>Something went wrong</h1><p>Please refresh the page to continue.</p>');
    expect(shell).toContain('<a href="" role="button">Refresh Page</a>');
    expect(shell).toContain('Noek needs JavaScript.');
    // Both would be refused by the content security policy.
    expect(shell).not.toMatch(/style=|<style|<script/);
  },
);

test('the stylesheet of the page is behind the shell, which must not wait for it', () => {
  const html = [
    '  <link rel="stylesheet" href="/shell.css" />',
    '    <link rel="stylesheet" crossorigin href="/assets/first-1.css">',
    '    <link rel="stylesheet" crossorigin href="/assets/page-1.css">',
    '    <div id="root"></div>',
    '    <!--noek-styles-->',
    '',
  ].join('\n');
  expect(
    stylesBehindShell(html)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    '<link rel="stylesheet" href="/shell.css" />',
    '<div id="root"></div>',
    '<link rel="stylesheet" crossorigin href="/assets/first-1.css">',
    '<link rel="stylesheet" crossorigin href="/assets/page-1.css">',
    '',
  ]);
});

test('the font loads with the page', () => {
  const files = ['assets/inter-latin-ext-wght-normal-1.woff2', 'assets/inter-latin-wght-normal-1.woff2'];
  expect(withFont('<head>\n  </head>', files)).toBe(
    '<head>\n    <link rel="preload" href="/assets/inter-latin-wght-normal-1.woff2" as="font" type="font/woff2" crossorigin>\n  </head>',
  );
  expect(() => withFont('<head></head>', files.slice(0, 1))).toThrow('no font');
});

/** The colours that a block of a stylesheet sets, by name without `prefix`. */
function colours(css: string, block: string, prefix: string): Record<string, string> {
  const body = css.slice(css.indexOf(block)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (oklch\([^)]+\))/g)]
      .filter(([, name]) => name?.startsWith(prefix))
      .map(([, name = '', value = '']) => [name.slice(prefix.length), value]),
  );
}

test.each([
  ['light', '\n.shell {', '@theme static'],
  ['dark', '[data-theme="dark"] .shell {', '\n[data-theme="dark"] {'],
])('the shell has the colours of the %s theme', (_, ofShell, ofTokens) => {
  const shell = colours(file('public/shell.css'), ofShell, 'shell-');
  expect(Object.keys(shell)).toHaveLength(10);
  expect(colours(file('src/styles/tokens.css'), ofTokens, 'color-')).toMatchObject(shell);
});
