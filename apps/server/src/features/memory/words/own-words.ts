import { foldedWords, wordsOf } from '@noek/contract/text/folded-words';
import { pattern, words } from '../../../text/memory-request-words.ts';
import { politeStart } from '../../../text/memory-requests.ts';
import { isQuestion, redacted, sentencesOf } from '../../../text/sentences.ts';
import { stemsOf } from '../../../text/stems.ts';
import { isBareCorrection } from './corrections.ts';

// A model may only save what the person said about themselves. What a model wants to save can come from anywhere: from a page that
// it read, a document in a message, a shared chat. So its words are looked up in the sentences that the person wrote themselves.

const asksToRemember = pattern(`(?<!\\w)(?:${words('remember')}|${words('forget')})|${words('rememberWhat')}`);
const asksToSearch = /\b(?:search|look up|google|find)\b/iu;

/** Text in quotation marks. An unclosed one goes to the end. */
const quotations =
  /[“„«»「『][^“”„«»「」『』]*(?:[”“»«」』]|$)|"[^"]*(?:"|$)|(?<=^|[\s:(])['‘][^\n]{0,500}?['’](?=$|[\s.,;:!?)])/g;
/** Where something begins that is shown, not said: code, markup, a quoted line, a table, a rule, a heading. */
const shown = /```|~~~|<\w[\w-]*\b[^<>]{0,200}>|^(?: {4}|\t)|^ *(?:[>|]|-{2,}|={3,}|#{1,6} )/mu;

const stemSet = (text: string): ReadonlySet<string> => new Set(stemsOf(text));

/** Words that begin a line with a task, which is mostly about a text. */
const tasks = stemSet(
  'summarize tldr translate rewrite rephrase paraphrase proofread correct fix improve polish review explain analyze classify extract ' +
    'reply respond edit format convert shorten continue complete parse check evaluate grade compare debug read describe interpret ' +
    'zusammenfassen fass fasse übersetze korrigiere verbessere erkläre beantworte antworte kürze lies beschreibe ' +
    'résume traduis corrige explique réponds resume traduce responde riassumi traduci correggi rispondi vertaal',
);
/** Words for texts that people paste, and for what others said. */
const texts = stemSet(
  'email mail letter article text document page website transcript chat conversation log code story stories poem song sing lyrics quote ' +
    'essay review report message paragraph post tweet comment prompt instruction note following below above character pretend persona ' +
    'example sentence fiction novel script says said told tells asked wrote writes written claims claimed summarize summary translate ' +
    'rewrite rephrase paraphrase proofread reply replies respond ' +
    'brief artikel dokument seite geschichte gedicht zitat bericht nachricht absatz satz beispiel folgende sagt sagte schrieb schreibt ' +
    'behauptet übersetze korrigiere zusammenfassen lettre texte voici écrit traduis carta texto dice dijo escribe disse lettera testo zegt',
);
const phrases =
  /\b(?:found (?:this|it)|got this|role ?play|dit|(?:in|into|auf|ins|en) (?:\w+(?:ish|ese|sch|ais)|german|french|italian|dutch|russian|arabic))\b/iu;

const isAboutText = (text: string): boolean => stemsOf(text).some((stem) => texts.has(stem)) || phrases.test(text);

const givesTask = (line: string): boolean => {
  const [first = ''] = foldedWords(line.slice(politeStart(line).length));
  return stemsOf(first).some((stem) => tasks.has(stem));
};

/** A message longer than this was hardly typed, so only its first sentence counts. In characters. */
const longMessage = 1_500;

/** The parts of a message that the person seems to have written themselves. What was taken out leaves a mark. */
export function authoredText(message: string): string {
  const text = message
    .replace(/\r\n?/g, '\n')
    .replace(quotations, (quoted) => (wordsOf(quoted).length < 3 ? quoted : redacted));
  const said = upTo(text, shown.exec(text)?.index);
  const own = upTo(said, quotedFrom(said));
  if (message.length > longMessage) return `${sentencesOf(own)[0] ?? ''}\n${redacted}`;
  // A task in one line is about the other lines.
  const lines = own.split('\n');
  const isTask = text.trim().includes('\n') && lines.some(givesTask);
  return isTask ? lines.map((line) => (givesTask(line) ? line : redacted)).join('\n') : own;
}

const upTo = (text: string, end = text.length): string =>
  end < text.length ? `${text.slice(0, end)} ${redacted}` : text;

/** A colon that may introduce a pasted text: not in a request, and not in a question that is about no text. */
function quotedFrom(text: string): number | undefined {
  let start = 0;
  for (const line of text.split('\n')) {
    const before = /^[^:]*(?::\S[^:]*)*(?=:(?:\s|$|\ufffc))/u.exec(line)?.[0];
    const isOwn = before === undefined || asksToRemember.test(before) || asksToSearch.test(before);
    if (!isOwn && !(isQuestion(line) && !isAboutText(before))) return start + before.length;
    start += line.length + 1;
  }
  return undefined;
}

const speaksOfSelf = pattern(
  `(?<!\\p{L})(?:${words('mine')}|${words('self')})|[我咱私僕俺]|わたし|ぼく|[저제나내](?:는|가|의|를)`,
);

/** What a sentence states: of a question, only what comes before it, as in "I'm vegan, what can I cook?" */
const stated = (sentence: string): string =>
  isQuestion(sentence) && !asksToRemember.test(sentence) ? (/^(.*)[,;，、–—]/su.exec(sentence)?.[1] ?? '') : sentence;

/**
 * What the person states in a message, from the first sentence in which they speak of themselves. Nothing if the message has several lines
 * or words of work on a text, because it is unclear where a mail, a page or a translation begins. "Remember that …" still works.
 */
function ownStatements(message: string): string {
  if (message.trim().includes('\n') || isAboutText(message)) return '';
  const statements = sentencesOf(authoredText(message)).map(stated);
  const first = statements.findIndex((each) => speaksOfSelf.test(each) || isBareCorrection(each));
  return first < 0 ? '' : statements.slice(first).join('\n');
}

/** How much of what is saved the person must have said, as a share of its stems. The rest may be the model's own wording. */
const supportedShare = 0.6;
/** How many words may be the model’s own, apart from the words with which models report. With more, a page could add a sentence. */
const mostOwnOfModel = 1;
const reporting = stemSet(
  'named called goes by name age aged year years old currently prefers likes loves enjoys dislikes wants uses keeps owns lives works ' +
    'heißt namens genannt alt jahre bevorzugt mag möchte nutzt wohnt lebt arbeitet ' +
    "s'appelle nommé préfère aime habite travaille llama llamado prefiere gusta vive trabaja chiama preferisce piace abita lavora",
);

/** Numbers and names must be the person's own. */
const mustBeOwn = (text: string): string[] =>
  wordsOf(text).flatMap(([word], at) =>
    /\p{N}/u.test(word) || (at > 0 && /^\p{Lu}/u.test(word)) ? stemsOf(word) : [],
  );

/** A message and the stems of what the person says about themselves in it. */
export type Said<Message> = { message: Message; stems: ReadonlySet<string> };

/** What a person says about themselves in their messages. Finding it in long messages takes a while. */
export const saidBy = <Message extends { content: string }>(messages: readonly Message[]): Said<Message>[] =>
  messages.map((message) => ({ message, stems: stemSet(ownStatements(message.content)) }));

/**
 * The person's message that supports a text best, the newest if several do equally; null if they have not said it. `said` comes from the
 * person's messages, newest first.
 */
export function saidIn<Message>(text: string, said: readonly Said<Message>[]): Message | null {
  const stems = [...stemSet(text)];
  const isSaid = (stem: string) => said.some((each) => each.stems.has(stem));
  const supported = stems.filter(isSaid);
  if (supported.length === 0 || supported.length / stems.length < supportedShare) return null;
  if (stems.filter((stem) => !isSaid(stem) && !reporting.has(stem)).length > mostOwnOfModel) return null;
  if (!mustBeOwn(text).every(isSaid)) return null;
  const support = ({ stems: own }: Said<Message>) => supported.filter((stem) => own.has(stem)).length;
  return said.reduce((best, each) => (support(each) > support(best) ? each : best)).message;
}
