import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';

/** The text of a tab, and the lists, footnotes and images that it refers to. */
export type TabContent = Pick<docs_v1.Schema$DocumentTab, 'body' | 'lists' | 'footnotes' | 'inlineObjects'>;
