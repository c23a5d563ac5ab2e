import { fold, wordsOf } from '@noek/contract/text/folded-words';
import { stemsOf } from '../../../text/stems.ts';
import { isBareCorrection } from './corrections.ts';
import { sentencesOf, takenOut } from './sentences.ts';

// A model may only save what the person said about themselves. What a model wants to save can come from anywhere: from a page that
// it read, a document in a message, a shared chat. So its words are looked up in the sentences that the person wrote themselves.

/** Blocks that hold foreign text: code, XML or HTML, quotations, tables, code by indentation. An unclosed one goes to the end. */
const blocks = [
  /(?:```|~~~)[\s\S]*?(?:```|~~~|$)/g,
  /<(\w[\w-]{0,40})\b[^<>]{0,200}>[\s\S]*?(?:<\/\1\s*>|$)/g,
  /^[ \t]*[>|].*$/gm,
  /^(?: {4}|\t).*$/gm,
];
/** Text in quotation marks, of three words and more. An unclosed one goes to the end. */
const quotations =
  /[“„«»「『][^“”„«»「」『』]*(?:[”“»«」』]|$)|"[^"]*(?:"|$)|(?<=^|[\s:(])['‘][^\n]{0,500}?['’](?=$|[\s.,;:!?)])/g;

/** From here on, a message is a forwarded mail, the head of one, or a transcript. */
const foreignFrom =
  /^[ \t]*(?:-{2,} ?(?:original message|forwarded|ursprüngliche nachricht|begin)|begin forwarded message|(?:from|von|de|subject|betreff|objet)\s*:\s.*|on .{5,80} wrote:|am .{5,80} schrieb.*:|-{3,}\s*$|={3,}\s*$|#{1,6} |\[?(?:system|assistant|user|human|ai|bot|tool|developer|instructions?)\]?\s*[:>])/imu;
/** A line of a chat: "Bob: I'm vegan". One alone may be the person's own. */
const spokenLine =
  /^[ \t]*(?:\[[^\]]{1,30}\]\s*|\d{1,2}:\d{2}\s*)?\p{Lu}[\p{L}\d._-]{0,20}(?: \p{Lu}[\p{L}\d._-]{0,20})?:\s+\S.*$/gmu;

/** Words with which people hand over a text: to summarise, to translate, to answer. */
const task =
  'summar|tl;?dr|zusammenfass|fass(?:e)? .{0,40}zusammen|résum|resum|riassum|translat|übersetz|uebersetz|tradu|vertaal|rewrit|rephras|paraphras|umschreib|umformulier|reformul|proofread|korrigier|corrig|correct|fix|improv|verbesser|polish|review|explain|erklär|expli|spieg|analy[sz]|classif|extract|reply|respond|beantworte|antworte|répond|edit|format|convert|shorten|kürz|continu|complete|parse|check|evaluate|grade|compare|debug|read|lies|describe|interpret|what (?:does|do|is meant)|was (?:bedeutet|heißt|meint)';
const material =
  "e-?mail|mail|letter|brief|article|artikel|text|document|dokument|page|website|seite|transcript|chat|conversation|log|code|story|geschichte|poem|gedicht|song|lyrics|quote|zitat|essay|review|report|bericht|message|nachricht|paragraph|absatz|post|tweet|comment|prompt|instructions?|notes?|following|folgende[nrs]?|below|says?|said|wrote|writes?|sagt|schreibt|schrieb|here(?: is|['’]s| are)|hier (?:ist|sind)|voici|aquí|ecco|character|role ?play|pretend|persona|example|beispiel|sentence|satz|fiction|novel|script|lyric";
const taskAtStart = new RegExp(
  `^\\s*(?:(?:hey|hi|please|pls|can you|could you|would you|will you|now|bitte|kannst du|könntest du|noek|ok|okay|and|then|also)[,!]?\\s+)*(?:${task})`,
  'iu',
);
const handsOver = new RegExp(`(?:${task}|\\b(?:${material})\\b)`, 'iu');
const asksToRemember =
  /\b(?:remember|memori[sz]e|keep in mind|forget|memory|merke?n?|vergiss|souviens|retiens|oublie|recuerda|olvides?|ricorda|lembr|onthoud)/iu;

/** A longer message was hardly typed: only its first and last paragraph count, if they are short. In characters. */
const longMessage = 1_500;
const longParagraph = 500;

/** What of a message the person wrote themselves, as far as can be told. What was taken out leaves a mark. */
export function ownText(message: string): string {
  let text = message.replace(/\r\n?/g, '\n');
  for (const block of blocks) text = text.replace(block, takenOut);
  text = text.replace(quotations, (quoted) => (wordsOf(quoted).length < 3 ? quoted : takenOut));
  const from = foreignFrom.exec(text);
  if (from) text = `${text.slice(0, from.index)}${takenOut}`;
  if ((text.match(spokenLine)?.length ?? 0) > 1) text = text.replace(spokenLine, takenOut);
  text = withoutHandedOver(text);
  if (message.length <= longMessage) return text;
  const paragraphs = text.split(/\n\s*\n/);
  const ends = paragraphs.length > 1 ? [paragraphs[0], paragraphs.at(-1)] : paragraphs;
  return ends.map((paragraph = '', at) => shortOf(paragraph, at === 0)).join('\n\n');
}

/** A short paragraph; of a long one at the beginning, its first sentence if that asks to remember something. */
function shortOf(paragraph: string, isFirst: boolean): string {
  if (paragraph.length <= longParagraph) return paragraph;
  return isFirst && asksToRemember.test(paragraph.slice(0, 80)) ? (sentencesOf(paragraph)[0] ?? '') : takenOut;
}

/**
 * Takes out what follows the colon after which a text is handed over, and, in a message that gives a task in one line, the other
 * lines: they are what the task is about.
 */
function withoutHandedOver(text: string): string {
  const lines = text.split('\n');
  const given = lines.some((line) => taskAtStart.test(line)) && lines.filter((line) => line.trim() !== '').length > 1;
  if (given) return lines.map((line) => (taskAtStart.test(line) ? untilColon(line) : takenOut)).join('\n');
  for (const [at, line] of lines.entries()) {
    const kept = untilColon(line);
    if (kept !== line) return [...lines.slice(0, at), kept].join('\n');
  }
  return text;
}

/** The line without what follows its first colon, if it hands over a text there. */
function untilColon(line: string): string {
  const colon = /:(?=\s|$|\ufffc|["“„«'])/u.exec(line);
  if (!colon) return line;
  const before = line.slice(0, colon.index);
  if (!handsOver.test(before) || asksToRemember.test(before)) return line;
  return `${before} ${takenOut}`;
}

/** Work on a text, or a text that is shown: what follows may be that text, without a mark where it begins. */
const worksOnText = new RegExp(
  `\\b(?:${material})\\b|\\b(?:summar|zusammenfass|résum|riassum|translat|übersetz|uebersetz|tradu|vertaal|rewrit|rephras|paraphras|umformulier|reformul|proofread|korrigier|corrig|polish|repl(?:y|ies)|respond|répond|told|tells|asked|found (?:this|it)|got this|sing)` +
    '|\\b(?:in|into|auf|ins|en|em) (?:english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|korean|turkish|arabic|greek|deutsch|englisch\\w*|französisch\\w*|spanisch\\w*|italienisch\\w*|anglais|allemand|espagnol|italien|inglés|alemán|francés|inglese|tedesco)\\b',
  'iu',
);

/**
 * Whether a message may be more than what the person says: several lines, or work on a text. Then a model saves nothing from it, because
 * nobody can tell where a mail, a page or a translation begins. "Remember that …" still works.
 */
const mayHoldText = (text: string): boolean => /\n/.test(text.trim()) || worksOnText.test(text);

/** Words with which people speak about themselves, folded. */
const firstPerson = new Set(
  (
    'i im ive my me mine myself we our ours us ich mein meine meinen meinem meiner meines mir mich wir unser unsere unseren uns ' +
    'je j moi mon mes m nous notre nos yo mi mis soy estoy tengo vivo trabajo nosotros nuestro nuestra somos prefiero quiero odio ' +
    'llamo io mio mia miei mie sono ho lavoro noi nostro nostra preferisco abito eu meu minha meus minhas sou tenho moro trabalho ' +
    'nosso nossa prefiro ik mijn mij wij ons onze jestem mam mieszkam moj moja ben benim я мне меня мои моя мое мы наш наша'
  ).split(' '),
);
const firstPersonUnspaced = /[我咱私僕俺]|わたし|ぼく|[저제나내](?:는|가|의|를)/u;

const speaksOfSelf = (sentence: string): boolean =>
  firstPersonUnspaced.test(sentence) || wordsOf(sentence).some(([word]) => firstPerson.has(fold(word)));

/** Somebody else's words, reported. */
const reported =
  /(?<!\b(?:i|ich|je|yo|io|eu|ik) (?:have |habe )?)\b(?:says?|said|told|tells|wrote|writes|claims?|claimed|sagt|sagte|schreibt|schrieb|behauptet|dit|écrit|dice|dijo|escribe|disse|zegt|schrijft)\b/iu;

/** What a sentence states: of a question, only what comes before it, as in "I'm vegan, what can I cook?" */
function stated(sentence: string): string {
  if (!/[?？]$/u.test(sentence) || asksToRemember.test(sentence)) return sentence;
  return /^(.*)[,;，、–—]/su.exec(sentence)?.[1] ?? '';
}

/**
 * The sentences of a message with which the person says something about themselves, from the first that does: no questions, no
 * tasks, and nothing that somebody else said.
 */
function ownStatements(message: string): string[] {
  const statements: string[] = [];
  if (mayHoldText(message)) return statements;
  for (const sentence of sentencesOf(ownText(message)).map(stated)) {
    if (sentence === '' || taskAtStart.test(sentence) || reported.test(sentence)) continue;
    const isWhole = !sentence.includes(takenOut);
    const isOwn = asksToRemember.test(sentence) || statements.length > 0 || isBareCorrection(sentence);
    if (speaksOfSelf(sentence) || (isWhole && isOwn)) statements.push(sentence.replaceAll(takenOut, ' '));
  }
  return statements;
}

/** How much of what is saved the person must have said, as a share of its stems. The rest may be how a model puts it. */
const supportedShare = 0.6;
/** How many words may be the model’s own, apart from the words with which models report. With more, a page could add a sentence. */
const mostOwnOfModel = 1;
const reporting = new Set(
  stemsOf(
    'named called goes by name age aged year years old currently prefers likes loves enjoys dislikes wants uses keeps owns lives works ' +
      'heißt namens genannt alt jahre bevorzugt mag möchte nutzt wohnt lebt arbeitet ' +
      "s'appelle nommé préfère aime habite travaille llama llamado prefiere gusta vive trabaja chiama preferisce piace abita lavora",
  ),
);

/** Words that must be the person's own: numbers, names, addresses. */
function ownOnly(text: string): string[] {
  const words: string[] = [];
  for (const { 0: word, index } of wordsOf(text)) {
    const beginsSentence = /^\s*$|[.!?:;]\s*["“(]?$/u.test(text.slice(0, index));
    const joined = /[@/._-]/.test(text[index - 1] ?? ' ') && /\S/.test(text[index - 2] ?? ' ');
    if (/\p{N}/u.test(word) || joined || (!beginsSentence && /^\p{Lu}/u.test(word))) words.push(word);
  }
  return words;
}

/** A message and the stems of what the person says about themselves in it. */
export type Said<Message> = { message: Message; stems: ReadonlySet<string> };

/** What a person says about themselves in their messages. Finding it in long messages takes a while. */
export const saidBy = <Message extends { content: string }>(messages: readonly Message[]): Said<Message>[] =>
  messages.map((message) => ({ message, stems: new Set(stemsOf(ownStatements(message.content).join('\n'))) }));

/**
 * The person's message that supports a text best, the newest if several do equally; null if they have not said it. `said` comes from the
 * person's messages, newest first.
 */
export function saidIn<Message>(text: string, said: readonly Said<Message>[]): Message | null {
  const stems = new Set(stemsOf(text));
  if (stems.size === 0) return null;
  const isSaid = (stem: string) => said.some((each) => each.stems.has(stem));
  const supported = [...stems].filter(isSaid);
  if (supported.length / stems.size < supportedShare) return null;
  if ([...stems].filter((stem) => !isSaid(stem) && !reporting.has(stem)).length > mostOwnOfModel) return null;
  if (!ownOnly(text).every((word) => stemsOf(word).every(isSaid))) return null;
  let best: { message: Message; count: number } | null = null;
  for (const { message, stems: own } of said) {
    const count = supported.filter((stem) => own.has(stem)).length;
    if (count > (best?.count ?? 0)) best = { message, count };
  }
  return best?.message ?? null;
}
