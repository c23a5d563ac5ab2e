import type { DemoConversation } from '../conversation.ts';

/** A document of the conversation as the demo is given it. */
type Given = { id: string; title: string; kind: string; text: string };

/** Changes of a document. */
export type AskedEdit = { id: string; edits: { find: string; replace: string }[] };

const given = /^id: (.+)\ntitle: (.+)\nkind: (.+)\nversion: \d+\n\n([\s\S]*)$/;

/** The documents of the conversation with all their text, the newest first. */
const documentsIn = ({ data }: DemoConversation): Given[] =>
  data.flatMap(({ name, content }) => {
    const [, id, title, kind, text] = (name === 'document' && given.exec(content)) || [];
    return id && title && kind && text !== undefined ? [{ id, title, kind, text }] : [];
  });

/** `\\b` knows no letters besides those of English. */
const start = '(?<!\\p{L})';
const words = '["“”„\']?([^\\n]{1,200}?)["“”„\']?';
const titleTo = new RegExp(
  `${start}(?:(?:change|set|rename|make) (?:the |its )?(?:title|heading|headline|name) (?:to|into)|(?:ändere|setze|mach\\w*) (?:den |die )?(?:titel|überschrift) (?:zu|in|auf))\\s*:?\\s+${words}[.!]?$`,
  'iu',
);
const replaceWith = new RegExp(
  `${start}(?:(?:replace|change) ${words} (?:with|by|to|into)|(?:ersetze|ändere|tausche) ${words} (?:durch|in|zu|gegen))\\s+${words}(?: aus)?[.!]?$`,
  'iu',
);
const headingColor =
  /(?:make|color|colour|mach|färb).*(?:heading|headline|title|überschrift).*?\s(red|blue|green|orange|purple|rot|blau|grün|lila)(?!\p{L})/iu;
const germanColors: Record<string, string> = { rot: 'red', blau: 'blue', grün: 'green', lila: 'purple' };

/** How a heading begins and ends in each kind of document. */
const headings: Record<string, RegExp> = {
  html: /(<h1[^>]*>)([\s\S]*?)(<\/h1>)/,
  svg: /(<title>)([\s\S]*?)(<\/title>)/,
  markdown: /(^|\n)(# [^\n]*)(\n|$)/,
  mermaid: /(\(\[")([^"]*)("\]\))/,
  react: /(<h1[^>]*>)([\s\S]*?)(<\/h1>)/,
  python: /(title = )("[^\n]*")(\n)/,
  javascript: /(const title = )("[^\n]*")(;)/,
};

/** What the newest message asks to have changed in a document of the conversation; null for nothing that the demo can do. */
export function askedEdit(conversation: DemoConversation): AskedEdit | null {
  const question = conversation.question.slice(0, 1_000).trim();
  const documents = documentsIn(conversation);
  const named = documents.find(({ title }) => title.length > 3 && question.includes(title));
  const document = named ?? documents[0];
  if (!document) return null;
  const { id, text } = document;
  const titled = titleTo.exec(question)?.[1];
  if (titled) return withHeading(document, titled);
  const color = headingColor.exec(question)?.[1]?.toLowerCase();
  if (color) return withColor(document, germanColors[color] ?? color);
  const [, inEnglish, inGerman, to] = replaceWith.exec(question) ?? [];
  const from = inEnglish ?? inGerman;
  if (!from || to === undefined) return null;
  const first = text.indexOf(from);
  if (first === -1) return null;
  // From the first to the last place: this part occurs once, because it has all of them.
  const part = text.slice(first, text.lastIndexOf(from) + from.length);
  return { id, edits: [{ find: part, replace: part.replaceAll(from, () => to) }] };
}

function withHeading({ id, kind, text }: Given, title: string): AskedEdit | null {
  const [all, before = '', heading = '', after = ''] = headings[kind]?.exec(text) ?? [];
  if (all === undefined || occursTwice(text, all)) return null;
  return {
    id,
    edits: [{ find: all, replace: before + headingAs(kind, heading, title) + after }],
  };
}

function headingAs(kind: string, heading: string, title: string): string {
  if (kind === 'markdown') return `# ${title}`;
  if (kind === 'python' || kind === 'javascript') return JSON.stringify(title);
  if (kind === 'react') return `{${JSON.stringify(title)}}`;
  if (kind === 'mermaid') return title.replace(/[^\p{L}\p{N} ,.'-]/gu, (mark) => `#${mark.codePointAt(0)};`);
  return heading === title ? heading : title.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

function withColor({ id, kind, text }: Given, color: string): AskedEdit | null {
  const [all, tag = ''] = headings[kind]?.exec(text) ?? [];
  if (kind !== 'html' || all === undefined || occursTwice(text, all)) return null;
  const plain = tag.replace(/\s+style="[^"]*"/, '');
  const colored = `${plain.slice(0, -1)} style="color: ${color}">`;
  return { id, edits: [{ find: all, replace: colored + all.slice(tag.length) }] };
}

const occursTwice = (text: string, part: string): boolean => text.indexOf(part) !== text.lastIndexOf(part);
