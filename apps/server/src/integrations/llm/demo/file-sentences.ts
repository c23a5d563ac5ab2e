import { cutWords, singular } from '@noek/contract/text/compared-words';
import { unspaced } from '@noek/contract/text/folded-words';
import { queryWords } from '../../web-search/query-words.ts';
import { plainText } from './conversation.ts';

/** A sentence of a file and how well it fits a question. */
export type FoundSentence = { text: string; score: number; hits: number };

/** What a question about files asks for. `asked`: the kind of figure; null for none. */
export type FileQuestion = { words: readonly string[]; asked: 'amount' | 'number' | null };

const asksForAmount =
  /\bhow (?:much|high)\b|\b(?:amount|price|cost|costs|fee|rent|salary)\b|\b(?:wie ?viel|wie hoch|kostet|kosten|preis|betrag)\b|\b(?:combien|cuanto|quanto)\b|сколько|كم|多少|いくら|얼마/;
const asksForNumber =
  /\bhow (?:many|large|big|long|far|old|often|tall|heavy)\b|\b(?:rate|percentage|when|date|day|year|time|deadline|number)\b|\b(?:wie ?viele|wie (?:lange|gross|oft|alt)|wann|datum|frist)\b|\b(?:quando|cuando|quand)\b|когда|متى|几|幾|何时|什么时候|いつ|언제/;
/** Words that only ask for a figure. */
const askingWords = new Set(
  cutWords('how much many high large big long far old often tall heavy viel viele hoch lange groß oft alt kostet'),
);
/** Characters of words that only ask, or that only join others. */
const joining = /[是的了吗呢么什多少几幾哪谁誰在有为為和与请請问問個个]|\p{Script=Hiragana}/u;

/** Reads a question about files. */
export function readFileQuestion(question: string): FileQuestion {
  const all = queryWords(question);
  const plain = plainText(question.slice(0, 1_000));
  const telling = all.filter((word) => !askingWords.has(word) && !(unspaced.test(word) && joining.test(word)));
  return {
    words: (telling.length > 0 ? telling : all).map(withoutArticle),
    asked: asksForAmount.test(plain) ? 'amount' : asksForNumber.test(plain) ? 'number' : null,
  };
}

const withoutArticle = (word: string): string => (/^ال\p{L}{3}/u.test(word) ? word.slice(2) : word);

const figure = /\p{Nd}|[一二三四五六七八九十百千万两]+(?:元|个|個|年|月|日|天|倍|%)/u;
const numberWord =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|half|ein|eine[nr]?|zwei|drei|vier|fünf|sechs|zehn|zwölf|hundert|tausend)\b/iu;

const money =
  /\p{Sc}\s?\p{Nd}|\p{Nd}\s?\p{Sc}|\b(?:EUR|USD|GBP|CHF|JPY|CNY|AED|SAR|RMB)\b|\p{Nd}\s?(?:euros?|dollars?|pounds?|元|円|원|ريال|درهم|دينار|جنيه|руб)/iu;

/** What it counts that a sentence has a figure of the kind that is asked for. */
function figuresIn(sentence: string, asked: FileQuestion['asked']): number {
  if (asked === null) return 0;
  const text = withoutNumbering(sentence);
  if (asked === 'amount' && money.test(text)) return 1.25;
  if (figure.test(text)) return asked === 'amount' ? 0.75 : 1;
  return numberWord.test(text) ? (asked === 'amount' ? 0.4 : 0.8) : 0;
}

/** What a word counts that is only above a sentence, in its heading or the sentence before. */
const above = 0.5;

/**
 * The sentence that fits a question best: with the most of its words, its own or those of its heading and of the sentence before, and with a
 * figure where one is asked for. Of a table, a row. Null if none has any of the words.
 */
export function bestSentence(
  text: string,
  { words, asked }: FileQuestion,
  { isTable = false } = {},
): FoundSentence | null {
  let best: FoundSentence | null = null;
  let heading = '';
  for (const block of isTable ? text.split('\n') : blocksOf(text)) {
    const isHeading = !isTable && isHeadingLike(block);
    const underHeading = new Set(hitsOf(heading, words));
    let before: string[] = [];
    const sentences = isTable ? [block] : sentencesOf(block);
    for (const [at, sentence] of sentences.entries()) {
      const own = hitsOf(sentence, words);
      const near = words.filter((word) => !own.includes(word) && (underHeading.has(word) || before.includes(word)));
      const hits = own.length + near.length;
      const score =
        own.length + above * near.length + (hits > 0 ? figuresIn(sentence, asked) : 0) - (isHeading ? 0.75 : 0);
      if (hits > 0 && score > (best?.score ?? 0)) {
        // A sentence that only continues one with the word is not understood alone.
        const [start, end] = own.length === 0 && before.length > 0 ? [at - 1, at + 1] : [at, at + 2];
        const isUnderHeading = own.length === 0 && before.length === 0;
        const title = isUnderHeading ? `${heading.replace(/^#+ |:$/g, '')}: ` : '';
        best = { text: title + sentences.slice(start, end).join(joint(block)), score, hits };
      }
      before = own;
    }
    if (isHeading) heading = block;
  }
  return best;
}

/** The first two sentences below the title. */
export function beginningOf(text: string): string {
  const blocks = blocksOf(text);
  const block = blocks.find((each) => !isHeadingLike(each)) ?? blocks[0] ?? '';
  return sentencesOf(block).slice(0, 2).join(joint(block));
}

const joint = (block: string): string => (unspaced.test(block) ? '' : ' ');

/** Which of the words a text has: as they are, with another ending, or as a part of a longer one ("Kaution" in "Mietkaution"). */
export function hitsOf(text: string, words: readonly string[]): string[] {
  if (words.length === 0 || text === '') return [];
  const written = new Set(cutWords(text).map(singular));
  return words.filter((word) => {
    const base = singular(word);
    if (written.has(base)) return true;
    if (unspaced.test(word)) return false;
    const beginning = base.slice(0, Math.max(4, base.length - 3));
    return [...written].some(
      (one) => (base.length > 3 && one.startsWith(beginning)) || (base.length > 4 && one.includes(base)),
    );
  });
}

const numbering = /^\s*(?:[-*+>]\s+|(?:§+\s*)?\d+(?:\.\d+)*[.)]?\s+|\(?\p{L}\)\s+|#{1,6}\s+)/u;

/** Without the number of the paragraph, which is no figure. */
const withoutNumbering = (text: string): string => text.replace(numbering, '').replace(/§+\s*\d+\w*/g, '');

const sentenceEnd = /[.!?:;。！？；؟]["”’»)\]]*$/u;
const longestHeading = 90;

/** A short line without the mark of a sentence, or a heading of Markdown. */
const isHeadingLike = (block: string): boolean =>
  /^#{1,6} /.test(block) || (block.length <= longestHeading && !sentenceEnd.test(block) && !block.includes(' · '));

/** How much of the end of a line is looked at for its dots. In characters. */
const longestContents = 200;
/** Lines of a table of contents: "Deposit ........ 4". */
const contents = /(?:\.\s?){4,}\s*\d*$/;

/**
 * The paragraphs, headings, items and rows of a text. A PDF has a line for each line on the page: a line that continues is joined with the next.
 */
function blocksOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const blocks: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    if (line === '' || contents.test(line.slice(-longestContents)) || /^\|?[\s:|-]+\|?$/.test(line)) {
      isOpen = false;
      continue;
    }
    const row = cellsOf(line);
    const joins = isOpen && row === null && !numbering.test(line);
    if (joins) blocks[blocks.length - 1] += `${joint(line)}${line}`;
    else blocks.push(row ?? line);
    isOpen = row === null && !line.startsWith('#') && line.length > longest * 0.6 && !sentenceEnd.test(line);
  }
  return blocks;
}

/** A row of a table with its cells apart; null for any other line. */
function cellsOf(line: string): string | null {
  if (!/^\|.*\|$/.test(line) && !line.includes(' | ')) return null;
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '').join(' · ');
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** Ends like a sentence and is none: "approx.", "Nr.", "z. B.". */
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|nos?|nr|abs|art|gem|ca|approx|mr|mrs|ms|dr|st|inc|ltd|vs|bzw|incl|inkl|max|min|mind|sec|para|cl|fig)\.\s*$/iu;

function sentencesOf(block: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(block)) {
    const last = sentences.at(-1);
    if (last !== undefined && (abbreviation.test(last) || (numbering.test(`${last} `) && last.length < 8)))
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
}

/** At most `longest` characters of a text, around its first word of the question or figure rather than from its beginning. */
export function around(text: string, { words, asked }: FileQuestion, longest: number): string {
  if (text.length <= longest) return text;
  const parts = [...text.matchAll(/\S+/g)];
  const isHit = (part: string) => hitsOf(part, words).length > 0;
  const hit = parts.find(([part]) => isHit(part))?.index ?? 0;
  const wanted = asked ? (parts.find(({ 0: part, index }) => index >= hit && figure.test(part))?.index ?? hit) : hit;
  const start = wanted < longest * 0.7 ? 0 : Math.max(0, Math.min(hit, wanted - longest / 2));
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1;
  const cut = text.slice(from, from + longest - 2);
  const end = from + cut.length < text.length ? `${cut.replace(/\s\S*$/, '')}…` : cut;
  return `${from > 0 ? '…' : ''}${end}`;
}
