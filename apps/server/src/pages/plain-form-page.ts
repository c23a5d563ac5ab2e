import { html } from 'hono/html';
import { plainStylesheet } from './plain-page.ts';

/** The stylesheet of `plainFormPage`. */
export const plainFormStylesheet = plainStylesheet(new URL('plain-form.css', import.meta.url));

/**
 * A page with words and buttons for people who need not be signed in: a whole HTML document without scripts. `stylesheet`: the path of
 * `plainFormStylesheet`. `looksAgain`: it is loaded again after three seconds.
 */
export const plainFormPage = (given: {
  title: string;
  stylesheet: string;
  content: ReturnType<typeof html>;
  looksAgain?: boolean;
}): ReturnType<typeof html> => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    ${given.looksAgain ? html`<meta http-equiv="refresh" content="3">` : ''}
    <title>${given.title} · Noek</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="stylesheet" href="${given.stylesheet}">
  </head>
  <body>
    <main>
      <p class="brand"><img src="/favicon.svg" alt="" width="28" height="28"> Noek</p>
      <h1>${given.title}</h1>
      ${given.content}
    </main>
  </body>
</html>`;
