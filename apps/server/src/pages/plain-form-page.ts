import { html } from 'hono/html';
import { plainPage, plainStylesheet } from './plain-page.ts';

/** The stylesheet of `plainFormPage`. */
export const plainFormStylesheet = plainStylesheet(new URL('plain-form.css', import.meta.url));

/**
 * A page with words and buttons for people who need not be signed in. `stylesheet`: the path of `plainFormStylesheet`. `looksAgain`: it
 * is loaded again after three seconds.
 */
export const plainFormPage = (given: {
  title: string;
  stylesheet: string;
  content: ReturnType<typeof html>;
  looksAgain?: boolean;
}): ReturnType<typeof html> =>
  plainPage({
    title: `${given.title} · Noek`,
    stylesheet: given.stylesheet,
    head: html`<meta name="robots" content="noindex">${given.looksAgain ? html`<meta http-equiv="refresh" content="3">` : ''}`,
    content: html`<h1>${given.title}</h1>
      ${given.content}`,
  });
