import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

const shared = readFileSync(new URL('plain-page.css', import.meta.url), 'utf8');
/** The web app's build, whose font these pages use. */
const assets = fileURLToPath(new URL('../../../web/dist/assets/', import.meta.url));

/** The rule for the product's font, in the folder `folder` of the web app's build; empty if the web app is not built. */
export function fontFace(folder: string = assets): string {
  const file =
    existsSync(folder) && readdirSync(folder).find((name) => /^inter-latin-wght-normal-.+\.woff2$/.test(name));
  return file
    ? `@font-face {\n  font-family: "Inter Variable";\n  font-display: swap;\n  font-weight: 100 900;\n  src: url("/assets/${file}") format("woff2");\n}\n`
    : '';
}

/** The stylesheet of a page that does not need the web app: what these pages share, then the rules in `file`. */
export const plainStylesheet = (file: URL): string => `${fontFace()}${shared}\n${readFileSync(file, 'utf8')}`;

/**
 * A whole HTML document that does not need the web app: the product's header with a way back, then `content`. `stylesheet`: the path of
 * a `plainStylesheet`. `back`: the link at the right of the header. `head`: more elements for the head. The only script is the one that
 * chooses the theme; without it the system's theme is used.
 */
export const plainPage = (given: {
  title: string;
  stylesheet: string;
  content: Html | readonly Html[];
  back?: { href: string; text: string };
  head?: Html;
}): Html => {
  const back = given.back ?? { href: '/', text: 'Back to Noek' };
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${given.title}</title>
    ${given.head ?? ''}
    <link rel="icon" href="/favicon.svg">
    <script src="/theme.js"></script>
    <link rel="stylesheet" href="${given.stylesheet}">
  </head>
  <body>
    <a class="skip" href="#main">Skip to content</a>
    <header>
      <a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28"> Noek</a>
      <a class="way-back" href="${back.href}">${back.text}</a>
    </header>
    <main id="main">${given.content}</main>
  </body>
</html>`;
};
