import { cutWords } from '@noek/contract/text/compared-words';
import type { MemoryRequests } from '../../../text/memory-requests.ts';
import { stopWordsOf } from '../../../text/stop-words.ts';
import { type DemoConversation, plainText, quote, requestsIn } from './conversation.ts';

/** A memory about the person, as the answer was given it. */
type Memory = { title: string; content: string };

/** The most that one answer lists. */
const mostListed = 20;

/** The memories that the answer was given. */
function memoriesIn({ data }: DemoConversation): Memory[] {
  const lines = data.flatMap(({ name, content }) => (name === 'memories' ? content.split('\n') : []));
  return lines.flatMap((line) => {
    const [, title, content] = /^- (.*?) \([^()]*\): (.*)$/.exec(line) ?? [];
    return title === undefined || content === undefined ? [] : { title, content };
  });
}

const isKnown = (conversation: DemoConversation, fact: string): boolean =>
  memoriesIn(conversation).some(({ content }) => plainText(content).includes(plainText(fact)));

/** Facts about themselves that people mention by the way. They are saved as they were written. */
const facts = [
  /\b(?:i am|i['’]m) (?:\w+ )?(?:allergic|intolerant) to [^.!?\n]+/i,
  /\b(?:i am|i['’]m) (?:an? )?(?:\w+ )?(?:vegan|vegetarian|pescatarian|diabetic|left-handed|colou?r-?blind)\b[^.!?\n]*/i,
  /\b(?:i am|i['’]m) \d{1,3} years old\b/i,
  /\b(?:i live in|i come from|i am from|i['’]m from|i grew up in|i work (?:as|at|for|in)) [^.!?\n]+/i,
  /\b(?:i prefer|i speak|i (?:don['’]t|do not|can['’]t|cannot) eat) [^.!?\n]+/i,
  /\bmy (?:name|birthday|job|wife|husband|partner|son|daughter|dog|cat|home ?town|mother tongue|favou?rite [\w ]{2,20})(?: is|['’]s) [^.!?\n]+/i,
];
/** A name or a number that is corrected without saying more: "No, it's Anna, not Ana". */
const correction =
  /^(?:(?:no|sorry|actually|i meant|it['’]s|nein|es ist|es heißt),? )*[\p{Lu}\p{N}]\S*(?: [\p{Lu}\p{N}]\S*){0,3}, (?:not|nicht) ([\p{Lu}\p{N}][^\s.!]*(?: [\p{Lu}\p{N}][^\s.!]*){0,3})[.!]?$/u;
/** Longer messages are about something else. */
const longestMention = 300;

/** What the message asks to have remembered, or says about the person; null for neither. */
export function factIn(conversation: DemoConversation): { fact: string; asked: boolean } | null {
  const { question } = conversation;
  const { remember, ...toForget } = requestsIn(question);
  const [asked] = remember;
  if (asked) return { fact: asked, asked: true };
  if (question.length > longestMention || question.includes('```') || asksToForget(toForget)) return null;
  const wrong = correction.exec(withoutCapital(question))?.[1] ?? correction.exec(question)?.[1];
  if (wrong && isRemembered(conversation, wrong)) return { fact: question.replace(/[.!\s]+$/, ''), asked: false };
  const fact = facts.map((pattern) => pattern.exec(question)?.[0]).find(Boolean);
  return fact ? { fact: fact.trim(), asked: false } : null;
}

const withoutCapital = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1);

/** Whether a memory has this name or number. */
const isRemembered = (conversation: DemoConversation, name: string): boolean =>
  memoriesIn(conversation).some(({ content }) =>
    ` ${plainText(content).replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${plainText(name)} `),
  );

const asksToForget = ({ forget, forgetEverything }: Omit<MemoryRequests, 'remember'>): boolean =>
  forget.length > 0 || forgetEverything;

/** The fact to save: it is new, and there is a tool to save it with that was not called yet. */
export function factToSave(conversation: DemoConversation): string | null {
  const { tools, data } = conversation;
  const isDone = data.some(({ name }) => name === 'save_memory' || name === 'memory_changes');
  if (!tools.includes('save_memory') || isDone) return null;
  const found = factIn(conversation);
  return found && !isKnown(conversation, found.fact) ? found.fact : null;
}

/** What happened to the person's memories in this turn; null for nothing. */
export function memoryNews(conversation: DemoConversation): string | null {
  const { question, tools, data } = conversation;
  const changes = data.find(({ name }) => name === 'memory_changes')?.content.split('\n') ?? [];
  // While memory is off, a message is remembered in its conversation alone.
  if (changes.some((line) => !line.startsWith('Memory is off'))) return newsOf(changes);
  const result = data.find(({ name }) => name === 'save_memory')?.content;
  const found = factIn(conversation);
  if (result !== undefined) {
    const lines = result.split('\n');
    const news = [...savedIn(lines), ...after(lines, askedToKeep).map(keepQuestion)];
    if (news.length > 0) return news.join('\n\n');
    // The person did not ask to have it remembered, so a refusal is not worth a sentence.
    return refusedAsNotOwn(result) && !found?.asked ? null : reasonNotSaved(result);
  }
  if (found && isKnown(conversation, found.fact)) return `I remember that: ${quoted([found.fact])}.`;
  if (!asksToForget(requestsIn(question))) return null;
  return tools.includes('forget_memory')
    ? 'With this answer I have forgotten nothing. Write what I should forget in one sentence, such as “Forget that I live in Bergen”. The page **Memories** lists everything that I know about you.'
    : 'I keep no memories here: they are for people with an account who have memory switched on, and temporary chats have none. What you wrote stays in this conversation until you delete it.';
}

const quoted = (facts: readonly string[]): string => facts.map((fact) => `“${quote(fact)}”`).join(', ');

/** What was saved for all conversations, or for those of a project. */
function savedIn(lines: readonly string[]): string[] {
  const [everywhere, here] = [after(lines, 'Saved: '), after(lines, 'Saved for this project: ')];
  return [
    ...(everywhere.length > 0 ? [saved(everywhere, 'your other conversations too')] : []),
    ...(here.length > 0 ? [saved(here, 'the other conversations of this project too, and nowhere else')] : []),
  ];
}

/** The line above the answer has the words of the product for this; they are not repeated. */
const saved = (facts: readonly string[], where: string): string =>
  `I will remember that: ${quoted(facts)}. I will know it in ${where}. **Undo** takes it back, and the page **Memories** lists everything that I know about you.`;

/** What follows `start` in the lines that begin with it. */
const after = (lines: readonly string[], start: string): string[] =>
  lines.flatMap((line) => (line.startsWith(start) ? line.slice(start.length) : []));

const askedToKeep = 'Not saved yet. Below the answer, the person is asked whether to keep: ';

const keepQuestion = (fact: string): string =>
  `Shall I remember that? ${quoted([fact])}\n\nNothing is saved yet, because this conversation has a page, a file or a pasted text: choose **Keep** below this answer, or **Don’t keep**.`;

const askedToDelete = 'Nothing deleted yet. Below the answer, the person is asked whether to delete ';

/** The results of the requests in a message, one line each. */
function newsOf(lines: readonly string[]): string {
  const [known, asked] = [after(lines, 'Already in memory: '), after(lines, askedToDelete)];
  const isTold = (line: string) =>
    /^(?:Saved|Saved for this project|Already in memory): /.test(line) ||
    [askedToKeep, askedToDelete].some((start) => line.startsWith(start));
  const others = lines.filter((line) => !isTold(line));
  return [
    ...savedIn(lines),
    ...after(lines, askedToKeep).map(keepQuestion),
    ...(known.length > 0 ? [`I know that already: ${quoted(known)}.`] : []),
    ...asked.map(proposal),
    ...new Set(others.map(reasonOf)),
  ].join('\n\n');
}

/** `asked`: how many memories the person is asked about, and which. */
function proposal(asked: string): string {
  const [, count, memories] = /^(\d+): (.*)$/s.exec(asked) ?? [];
  const what = count === '1' ? 'this memory' : `these ${count} memories`;
  return `Shall I delete ${what}? ${quote(memories ?? '', 2_000)}\n\nNothing is deleted yet: choose below this answer and press **Delete**, or **Keep** to leave everything as it is. **Undo** brings back what was deleted.`;
}

function reasonOf(line: string): string {
  if (line.startsWith('Nothing in memory fits'))
    return 'I found nothing in my memory that fits this. The page **Memories** lists everything that I know about you.';
  return /^(?:Not saved:|Memory is off)/.test(line)
    ? reasonNotSaved(line)
    : 'Something went wrong with the memory. Please try again.';
}

/** Whether the tool refused it because the message is not the person's, or they did not want it. */
const refusedAsNotOwn = (result: string): boolean => /^Not saved: the (?:person|message)/.test(result);

const reasonNotSaved = (result: string): string => {
  if (result.startsWith('Memory is off'))
    return 'Memory is switched off, so I saved nothing. You can switch it on in your account.';
  if (refusedAsNotOwn(result))
    return 'I saved nothing, because I save only what you clearly say about yourself. Write it in one sentence, such as “Remember that I live in Bergen”.';
  return `I could not save this: ${quote(result.replace(/^Not saved: /, '').replace(/ ?Tell the person\.$/, ''), 300)}`;
};

const asksForAll =
  /\bwhat (?:do|did) you (?:remember|know|have saved|memori[sz]e)\b|\bwhat(?:'s| is) in (?:your|my) memor(?:y|ies)\b/;
const asksAboutSelf = /\b(?:i|my|me|mine|am i)\b/;
const asks = /\?\s*$|^(?:what|where|when|who|which|how|am|do|does|did|is|are|can|tell me)\b/i;

/** Answers a question about the person from their memories; null when none fits. */
export function fromMemories(conversation: DemoConversation): string | null {
  const { plain, question } = conversation;
  const memories = memoriesIn(conversation);
  const wantsAll = asksForAll.test(plain) && !/\btell you\b|\bask you\b/.test(plain);
  // A forgotten memory is still in the conversation, but does not answer this question.
  if (memories.length === 0)
    return wantsAll && /\b(?:remember|memor|me\b)/.test(plain) && conversation.tools.includes('save_memory')
      ? 'I remember nothing about you. Write **Remember that …**, and I will.'
      : null;
  if (wantsAll) return `This is what I remember about you:\n\n${listed(memories)}`;
  if (!asksAboutSelf.test(plain) || !asks.test(question)) return null;
  const words = cutWords(plain);
  const isStopWord = stopWordsOf(words);
  const asked = beginningsOf(words.filter((word) => !isStopWord(word)));
  const fitting = memories
    .map((memory) => ({
      memory,
      hits: [...beginningsOf(cutWords(memory.content))].filter((word) => asked.has(word)).length,
    }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits);
  const best = fitting.filter(({ hits }) => hits === fitting[0]?.hits).map(({ memory }) => memory);
  if (best.length === 0) return null;
  return best.length === 1
    ? `You told me: “${quote(best[0]?.content ?? '', 300)}”.`
    : `You told me:\n\n${listed(best)}`;
}

const listed = (memories: readonly Memory[]): string =>
  memories
    .slice(0, mostListed)
    .map(({ content }) => `- ${quote(content, 300)}`)
    .join('\n');

/** What the person has said about food that matters when something is cooked. */
export const foodNotes = (conversation: DemoConversation): string | undefined =>
  memoriesIn(conversation)
    .filter(({ content }) =>
      /allerg|intoleran|vegan|vegetarian|gluten|coeliac|celiac|lactose|diabet|\b(?:do|can)(?:n['’]t| ?not) eat/i.test(
        content,
      ),
    )
    .map(({ content }) => `“${quote(content)}”`)
    .join(', ') || undefined;

/** The beginnings of words: "allergic", "allergies" and "allergy" begin alike. */
const beginningsOf = (words: readonly string[]): Set<string> => new Set(words.map((word) => word.slice(0, 5)));
