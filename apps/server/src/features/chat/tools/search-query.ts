import { foldedWords } from '@noek/contract/text/compared-words';
import { memoryRequestsIn } from '../../../text/memory-requests.ts';
import { redacted, sentencesOf } from '../../../text/sentences.ts';
import { stopWordsOf } from '../../../text/stop-words.ts';
import { authoredText } from '../../memory/words/own-words.ts';

// Decides what is searched for in a conversation. A search service learns what it is asked, so it gets a few words and never a message.

/** The longest query, in characters and words. A longer one is a text, not a query. */
const longestQuery = 120;
const mostWords = 14;
/** How many words a query has that is taken from a question. */
const mostTaken = 8;
/** How many of them may name the subject of the conversation. */
const mostOfSubject = 5;
/** In a longer message, only its first and its last sentence are for the assistant. */
const mostSentences = 3;
/** A longer sentence that asks nothing is not a topic. */
const longestTopic = 8;

/** A query as a model or a person wrote it, on one line and without quotation marks around it; null if it is none. */
export function shortQuery(text: string): string | null {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/^["'“”„«»`]+|["'“”„«»`]+$/gu, '')
    .trim();
  return line !== '' && line.length <= longestQuery && line.split(' ').length <= mostWords ? line : null;
}

/** A query of more words than this must not be a part of a message, word for word. */
const mostCopied = 8;

/** Whether a query is not a longer passage of one of the messages. */
export function isOwnWords(query: string, messages: readonly { content: string }[]): boolean {
  const words = foldedWords(query);
  if (words.length <= mostCopied) return true;
  const copied = ` ${words.join(' ')} `;
  return !messages.some(({ content }) => ` ${foldedWords(content).join(' ')} `.includes(copied));
}

/** How people ask for a search. */
export const asksToSearch =
  /^\W*(?:please\s+|can you\s+|could you\s+)*(?:search|look up|browse|google)\s+(?:on\s+)?(?:the\s+)?(?:web|internet|online)?(?:\s+for)?\b[\s:,]*/iu;

/** Words at the start of a question or of a request for information, besides a question mark. */
const asksAtStart = new RegExp(
  `^(?:(?:and|so|ok|okay|please|hey|hi|hello|noek|also|but|then|now|und|bitte|et|y|e|en)[,!]?\\s+)*(?:${[
    'who|whose|whom|whats?|when|where|which|why|how|is there|are there|tell me|show me|find|search|look up|look for|explain|describe|compare|list|name|give me|recommend|suggest',
    'wer|wen|wem|wessen|was|wann|wo|wohin|woher|welche[rsmn]?|warum|wieso|wie|gibt es|erzähl|erklär|such|finde|vergleich|nenn|zeig|empfiehl',
    'qui|que|quoi|quand|où|quel(?:le)?s?|pourquoi|comment|combien|dis-moi|parle-moi|explique|trouve|cherche|liste|montre',
    'quién|quien|qué|cuándo|cuando|dónde|cuál|cuáles|por qué|cómo|cuánt[oa]s?|dime|háblame|explica|busca|encuentra|lista',
    'chi|cosa|quando|dove|quale|quali|perché|come|quant[oaie]|dimmi|spiega|cerca|trova|elenca',
    'quem|quando|onde|qual|quais|como|diz-me|procura|encontra|wie|wat|wanneer|waar|welke?|waarom|hoe|vertel|zoek|vind',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);
const questionMark = /[?？؟]\s*$/u;
/** Tasks with a text of the person, which the web knows nothing about. */
const worksOnText =
  /\b(?:translate|summari[sz]e|debug|rewrite|rephrase|proofread|correct|improve|polish|shorten|draft|write|reply|respond|edit|übersetz\w*|fass\w*|korrigier\w*|verbesser\w*|schreib\w*|antworte|formulier\w*|tradui[st]\w*|résume|corrige|améliore|écris|réponds|traduce|resume|mejora|escribe|traduci|riassumi|correggi|scrivi|vertaal|schrijf)\b|\b(?:this|my|the following|below|diese[nrsm]?|meine[nrsm]?|folgende[nrsm]?|ce(?:tte)?|mon|ma|este|esta|mi|questo|questa|deze|dit|mijn)\s+(?:letter|e-?mail|text|message|essay|poem|story|code|draft|note|brief|nachricht|aufsatz|lettre|texte|carta|texto|lettera|testo|bericht)\b/iu;
const smallTalk =
  /^\W*(?:thanks?|thank you|thx|ty|cheers|great|cool|nice|perfect|awesome|ok|okay|okey|yes|yeah|yep|no|nope|sure|right|exactly|hi|hello|hey|good (?:morning|evening|night|day)|bye|goodbye|see you|lol|haha|wow|sorry|never ?mind|got it|i see|well done|go on|continue|danke|vielen dank|super|toll|prima|genau|hallo|guten \w+|tschüss|ja|nein|weiter|merci|bonjour|salut|oui|non|gracias|hola|sí|vale|adiós|grazie|ciao|sì|va bene|obrigad[oa]|olá|sim|bedankt|dank je|hoi|nee|谢谢|你好|好的|ありがとう|こんにちは|спасибо|привет)(?!\p{Script=Latin})(?:[\s,]+(?:you|so|very|much|a|lot|again|for|that|this|it|your|the|help|there|noek|all|schön|dir|sehr|beaucoup|mucho|mille))*[^\p{L}\p{N}]*$/iu;

/** How questions begin that continue an earlier one, and words that refer to what was said before. */
const continues = /^(?:and|what about|how about|und|et|y|e|en)(?![\p{L}\p{N}])/iu;
const pronoun =
  /\b(?:he|she|it|they|him|her|them|his|its|their|theirs|that|this|these|those|ones?|er|sie|ihn|ihm|ihr|ihre|sein|seine|deren|dessen|il|elle|ils|elles|leur|él|ella|ellos|ellas|su|sus|lui|lei|loro|ele|ela|hij|zij|hun)\b/iu;
/** A question with no more telling words than this is unclear without what it refers to. */
const unclear = 2;
/** Words that tell nothing without a subject. */
const weak = new Set(
  'first second third fourth last next other others another same more most old new big many much far long zweite dritte letzte nächste andere'.split(
    ' ',
  ),
);

/** Words with which people ask for a search, besides the stop words. */
const asksFor = new Set(
  'whats search look lookup find web internet online google help think mean understand explain describe compare list name recommend suggest there whose am today please hey hi hello thanks thank ok okay'.split(
    ' ',
  ),
);
/** Words of questions that matter in a query although they are frequent. */
const kept = new Set(['today', 'compare']);

/** An address may be private, and says nothing in a query. */
const link = /\b(?:https?:\/\/|www\.)\S+/giu;
const word = /[\p{L}\p{N}]+(?:[.'’&+/-][\p{L}\p{N}]+)*[+#]*/gu;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The sentences of a message that ask something of the web: questions, requests for information, and a bare topic. They are not what the
 * person tells or pastes, nor what is to be remembered or forgotten.
 */
export function asksIn(message: string): string[] {
  const sentences = sentencesOf(authoredText(message));
  const looked = sentences.length > mostSentences ? [sentences[0] ?? '', sentences.at(-1) ?? ''] : sentences;
  return looked
    .map((sentence) => sentence.replaceAll(redacted, ' ').replace(link, ' ').trim())
    .filter((sentence) => asks(sentence, sentences.length === 1));
}

function asks(sentence: string, isAlone: boolean): boolean {
  const { remember, forget } = memoryRequestsIn(sentence);
  if (remember.length + forget.length > 0) return false;
  if (asksToSearch.test(sentence)) return true;
  if (worksOnText.test(sentence) || smallTalk.test(sentence)) return false;
  if (questionMark.test(sentence) || asksAtStart.test(sentence)) return true;
  const words = sentence.match(word) ?? [];
  return isAlone && words.length > 0 && words.length <= longestTopic && !/[.!。！…,]\s*$/u.test(sentence);
}

/** How people address the assistant. */
const address = /^\W*(?:(?:hey|hi|hello|ok|okay)\s+)?noek\s*[,!:]\s*|,\s*noek(?=\s*[?!.]*$)/giu;

/** The telling words of a sentence, in its order. */
function tellingWords(sentence: string): string[] {
  const text = sentence.replace(asksToSearch, '').replace(address, '');
  if (unspaced.test(text))
    return [
      text
        .replace(/[?？!！。、,\s]+/gu, ' ')
        .trim()
        .slice(0, 40),
    ].filter(Boolean);
  const found = (text.match(word) ?? []).map((each) => ({ each, folded: foldedWords(each).join('') }));
  const isStopWord = stopWordsOf(found.map(({ folded }) => folded));
  return found
    .filter(({ folded }) => kept.has(folded) || !(asksFor.has(folded) || isStopWord(folded)))
    .map(({ each }) => each);
}

const unique = (words: readonly string[]): string[] => [
  ...new Map(words.map((each) => [each.toLowerCase(), each])).values(),
];

/** Whether a question is clear without what was said before: a name says what it is about, even next to "it". */
function standsAlone(sentence: string, words: readonly string[]): boolean {
  if (!words.some((each) => !weak.has(each.toLowerCase()))) return false;
  if (words.length > unclear) return true;
  const hasName = words.some((each) => /^\p{Lu}/u.test(each) && !sentence.startsWith(each));
  return !continues.test(sentence) && (hasName || !pronoun.test(sentence));
}

/**
 * A query from a message alone, without a model: the telling words of its last question. One that points back is searched for with the
 * subject of the conversation, taken from the last question before it (`earlier`: what the person wrote before, newest first). Empty when
 * nothing is to be searched for.
 */
export function queryIn(message: string, earlier: readonly string[] = []): string {
  const question = asksIn(message).at(-1);
  if (question === undefined) return '';
  const own = unique(tellingWords(question));
  if (own.length === 0) return '';
  if (standsAlone(question, own)) return joined(own);
  const subject = subjectOf(earlier);
  return subject.length === 0 ? '' : joined(unique([...subject, ...own]));
}

function subjectOf(earlier: readonly string[]): string[] {
  for (const message of earlier) {
    const question = asksIn(message).at(-1) ?? '';
    const words = unique(tellingWords(question));
    if (standsAlone(question, words)) return words.slice(0, mostOfSubject);
  }
  return [];
}

const joined = (words: readonly string[]): string => shortQuery(words.slice(0, mostTaken).join(' ')) ?? '';
