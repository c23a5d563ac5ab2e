import { readFileSync } from 'node:fs';

const shared = readFileSync(new URL('plain-page.css', import.meta.url), 'utf8');

/** The stylesheet of a page that needs neither the web app nor a script: what these pages share, then the rules in `file`. */
export const plainStylesheet = (file: URL): string => `${shared}\n${readFileSync(file, 'utf8')}`;
