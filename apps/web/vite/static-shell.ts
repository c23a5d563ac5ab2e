import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { componentTexts, noScriptText } from '../src/components/base/texts.ts';
import { chatTexts } from '../src/features/chat/texts.ts';

const logo = readFileSync(fileURLToPath(new URL('../public/favicon.svg', import.meta.url)), 'utf8').trim();
const mark = `<span class="shell-logo">${logo}</span>`;
const bars = (...names: string[]) => names.map((name) => `<i class="shell-bar shell-${name}"></i>`).join('');
const cards = `<div class="shell-cards">${bars('card', 'card', 'card', 'card')}</div>`;

/** The content of each page until its script has run. It looks like the page, so that nothing moves when the page replaces it. */
const frames: Record<string, string> = {
  'index.html': `<div class="shell-side"></div>
        <div class="shell-page">
          <div class="shell-head shell-head-chat">${mark}Noek</div>
          <div class="shell-main">
            <div class="shell-start">${mark}<i class="shell-hello"></i><b>${chatTexts.welcome.heading}</b><span>${chatTexts.welcome.lead}</span>${cards}</div>
            <div class="shell-thread">${bars('question', 'face', 'line', 'line', 'line')}</div>
          </div>
          <div class="shell-foot"><div class="shell-box"></div><p>${chatTexts.composer.disclaimer}</p></div>
          <div class="shell-end">${cards}<p>${chatTexts.composer.disclaimer}</p></div>
        </div>`,
  'auth.html': `<div class="shell-page"><div class="shell-head shell-head-auth">${mark}Noek</div></div>`,
};

/** The part of a page that needs no script: its frame, and the message for a script that does not load or for JavaScript that is off. */
export function shellOf(page: string): string {
  const { title, hint, refresh } = componentTexts.fatal;
  // A link reloads the page without any script, too.
  return `<div class="shell">
      <div class="shell-frame" aria-hidden="true">
        ${frames[page] ?? ''}
      </div>
      <main class="shell-words">
        <div role="alert"><h1>${title}</h1><p>${hint}</p></div>
        <a href="" role="button">${refresh}</a>
      </main>
      <noscript><p>${noScriptText}</p></noscript>
    </div>`;
}

const latinFont = /inter-latin-wght-normal.*\.woff2$/;
const shellMark = '<!--noek-shell-->';
const stylesheet = /^[ \t]*<link rel="stylesheet"[^>]* href="\/assets\/[^>]*>\n/gm;

/**
 * Writes a shell into each page, in place of `<!--noek-shell-->`. The page's own stylesheet moves behind it: a stylesheet in the head
 * would hold back the shell until it has loaded.
 */
export function staticShell(): Plugin[] {
  return [
    {
      name: 'noek:static-shell',
      transformIndexHtml: {
        order: 'pre',
        handler: (html, { filename }) => html.replace(shellMark, () => shellOf(basename(filename))),
      },
    },
    {
      name: 'noek:styles-behind-shell',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle }) => withFont(stylesBehindShell(html), Object.keys(bundle ?? {})),
      },
    },
  ];
}

export function stylesBehindShell(html: string): string {
  const links = html.match(stylesheet) ?? [];
  return html.replace(stylesheet, '').replace(/^ *<!--noek-styles-->\n/m, () => links.join(''));
}

/**
 * Preloads the font of the shell and the page. It would otherwise be requested only after both stylesheets. `files`: the files of the
 * build.
 */
export function withFont(html: string, files: readonly string[]): string {
  const font = files.find((file) => latinFont.test(file));
  if (!font) throw new Error('The build has no font for Latin text.');
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`;
  return html.replace('</head>', () => `  ${preload}\n  </head>`);
}
