import type { DocumentKind } from '@noek/contract/documents/kinds';
import type { DemoConversation } from '../conversation.ts';

export type Language = 'en' | 'de';

/** A document that the person asks for. `topic`: what it is about, in their words; null if they do not say. */
export type AskedDocument = { kind: DocumentKind; topic: string | null; language: Language };

const asks =
  /\b(?:make|write|create|build|draw|design|generate|draft|give me|i need|i want|i'd like|show me|mach\w*|schreib\w*|erstell\w*|bau\w*|zeichne\w*|entwirf|ich brauche|ich mochte)\b/;
const asksInGerman =
  /\b(?:mach|mache|schreib|schreibe|erstelle?|baue?|zeichne|entwirf|ich brauche|ich mochte|eine?n?|bitte)\b/;

/** What is asked for by these words, the first that fits. Words of what the demo answers in the chat are left out below. */
const kinds: readonly [DocumentKind, RegExp][] = [
  ['react', /\breact\b/],
  ['mermaid', /\b(?:diagram|flow ?chart|mermaid|diagramm|ablaufplan|flussdiagramm)\b/],
  ['svg', /\bsvg\b|\b(?:draw|zeichne)\b|\b(?:drawing|zeichnung)\b/],
  [
    'html',
    /\b(?:web ?pages?|web ?sites?|html page|landing page|home ?page|webseite|internetseite)\b|\bpage (?:about|for|with)\b/,
  ],
  ['python', /\bpython\b.*\b(?:program|script|programm|skript)\b/],
  ['javascript', /\b(?:javascript|js)\b.*\b(?:program|script|programm|skript)\b/],
  ['csv', /\bcsv\b|\b(?:table|spreadsheet|tabelle)\b.{3,}/],
  ['markdown', /\bletter\b|\b(?:einen|ein) brief\b/],
];

/** The demo has prepared answers for these, which need no document. */
const inTheChat =
  /\b(?:planets?|planeten|status codes?|multiplication|times table|markdown|typescript|e-?mail|newsletter|as a table)\b|\bletters? (?:of|in) the\b/;

/** A question about how something is done. */
const asksHow = /^(?:how|what|why|when|where|which|who|wie|was|warum|wann|wo|wer)\b/;

/** What the newest message asks to have written as a document; null if it asks for none. */
export function askedDocument({ plain, question }: DemoConversation): AskedDocument | null {
  const asksForCounter = /^(?:a )?react (?:counter|component|app)\b/.test(plain);
  if ((!asks.test(plain) && !asksForCounter) || asksHow.test(plain) || inTheChat.test(plain)) return null;
  const kind = kinds.find(([, words]) => words.test(plain))?.[0];
  if (kind === undefined) return null;
  return {
    kind,
    topic: topicIn(question, kind),
    language: asksInGerman.test(plain) && !/\bplease\b/.test(plain) ? 'de' : 'en',
  };
}

const article = '(?:(?:the|a|an|my|our|das|die|der|dem|den|eine?|einen|meine?|meinen|unsere?)\\s+)?';
/** `\b` knows no letters besides those of English. */
const after = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})\\s+${article}([^\\n.?!:;]{2,60})`, 'iu');
/** What comes after the first words is the subject more often than what comes after the others. */
const subjects = [after('about|über'), after('of|for|on|with|to|von|für|zu|zum|mit')];
const drawn = new RegExp(`\\b(?:draw|zeichne)\\s+(?:me\\s+|mir\\s+)?${article}([^\\n.?!:;]{2,60})`, 'iu');

function topicIn(question: string, kind: DocumentKind): string | null {
  const text = question.slice(0, 1_000);
  const found =
    subjects.map((subject) => subject.exec(text)?.[1]).find(Boolean) ??
    (kind === 'svg' ? drawn.exec(text)?.[1] : undefined);
  const topic = found
    ?.replace(/\p{Cc}/gu, ' ')
    .replace(/[\s,"“”„]+$|^["“”„]+/gu, '')
    .replace(/,?\s+please$|,?\s+bitte$/iu, '')
    .trim();
  return topic ? topic : null;
}
