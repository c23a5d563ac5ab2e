import { planAllowances } from '@noek/contract/subscription/plans';
import type { PreparedAnswer, PreparedAnswers } from './answers.ts';
import { choose, type DemoConversation, quote } from './conversation.ts';
import { foodNotes } from './memories.ts';

/** Values for placeholders. A placeholder without a value shows its default text, or nothing. */
export type AnswerValues = Readonly<Record<string, string | undefined>>;

/** Longer messages have their own subject and are not replies to the demo's questions. */
const longestReply = 60;

/** The answer in a folder that the newest message asks for, or whose question it replies to. */
function findAnswer(answers: PreparedAnswers, folder: string, conversation: DemoConversation): PreparedAnswer | null {
  for (const answer of answers.values())
    if (answer.folder === folder && (asksFor(answer, conversation) || repliesTo(answer, conversation))) return answer;
  return null;
}

const asksFor = ({ asks, turn }: PreparedAnswer, { plain, asked }: DemoConversation): boolean =>
  asks.length > 0 &&
  asks.every((pattern) => pattern.test(plain)) &&
  (turn === null || (turn === 'first') === (asked.length === 0));

const repliesTo = ({ follows }: PreparedAnswer, { question, answered }: DemoConversation): boolean =>
  follows !== null &&
  question.length <= longestReply &&
  !question.includes('?') &&
  (answered.at(-1)?.includes(follows) ?? false);

/** The first answer of these folders that fits, filled with the person's own words; null when none does. */
export function matchAnswer(
  answers: PreparedAnswers,
  folders: readonly string[],
  conversation: DemoConversation,
): string | null {
  for (const folder of folders) {
    const answer = findAnswer(answers, folder, conversation);
    if (answer) return fillAnswer(answers, answer.name, conversation, wordsFor(answer, conversation));
  }
  return null;
}

function wordsFor(answer: PreparedAnswer, conversation: DemoConversation): AnswerValues {
  const words: Record<string, string> = {};
  for (const pattern of answer.finds) {
    for (const [name, found] of Object.entries(pattern.exec(conversation.question)?.groups ?? {}))
      if (found) words[name] ??= quote(found, 80);
  }
  if (answer.reply) words[answer.reply] ??= quote(conversation.question.replace(/[\s.!]+$/, ''), longestReply);
  return words;
}

/** An answer by its name, with its placeholders filled (`answers/README.md`). Throws for an unknown name. */
export function fillAnswer(
  answers: PreparedAnswers,
  name: string,
  conversation: DemoConversation,
  values: AnswerValues = {},
): string {
  const known: AnswerValues = {
    ...facts,
    topics: titlesOf(answers, 'explanations'),
    programs: titlesOf(answers, 'code'),
    question: quote(conversation.question),
    foodNotes: foodNotes(conversation),
    ...values,
  };
  // The person's words go in last and once, so that nothing in them is taken for a placeholder.
  return partsFor(wordingOf(answers, name, conversation), known).replace(
    /\{\{(\w+)(?:\|([^}]*))?\}\}/g,
    (_, key: string, otherwise = '') => {
      const value = known[key] ?? known[key.charAt(0).toLowerCase() + key.slice(1)] ?? otherwise;
      return /^\p{Lu}/u.test(key) ? value.charAt(0).toUpperCase() + value.slice(1) : value;
    },
  );
}

/** The text without the parts `{{#name}}…{{/name}}` whose value is missing, and `{{^name}}…{{/name}}` whose value is there. */
const partsFor = (text: string, known: AnswerValues): string =>
  text.replace(/\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g, (_, sign: string, key: string, part: string) =>
    (sign === '#') === Boolean(known[key]) ? partsFor(part, known) : '',
  );

function wordingOf(answers: PreparedAnswers, name: string, conversation: DemoConversation): string {
  const answer = answers.get(name);
  if (!answer) throw new Error(`The demo has no answer ${name}.`);
  return choose(conversation, answer.wordings).replace(/\{\{> ([\w/-]+)\}\}/g, (_, other) =>
    wordingOf(answers, other, conversation),
  );
}

const titlesOf = (answers: PreparedAnswers, folder: string): string =>
  new Intl.ListFormat('en-GB').format(
    [...answers.values()].filter((answer) => answer.folder === folder && answer.asks.length > 0).map((a) => a.title),
  );

const number = (value = 0): string => value.toLocaleString('en-US');
const [premiumWindow, premiumDay] = planAllowances.supernoek;
const facts: AnswerValues = {
  basicMessages: number(planAllowances.basic[0]?.limit),
  premiumMessages: number(premiumWindow?.limit),
  premiumHours: number((premiumWindow?.windowMs ?? 0) / 3_600_000),
  premiumMessagesPerDay: number(premiumDay?.limit),
};
