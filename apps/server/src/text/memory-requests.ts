import { pattern, words } from './memory-request-words.ts';
import { isQuestion, redacted, sentencesOf, withoutEnd } from './sentences.ts';
import { stemsOf } from './stems.ts';

// What people say to have something remembered or forgotten, in the plain forms that need no model, so that they work with every model.
// Everything else that they say about it is for the model and its tools.

const before = pattern(`^(?:${words('before')}[,!:]?\\s*)*`);
const after = pattern(`[\\s,]+${words('after')}$`);
const asksMe = /\b(?:you|du)\b/iu;
/** "Remember that day" is not a request. */
const that = `[, ]+${words('that')}(?! (?:time|day|one)\\b)`;
const remember = pattern(
  `^(?:${words('remember')}(?:${that}|(?=:)| (?=${words('mine')}|${words('self')}))|${words('rememberWhat')})`,
);
const rememberThat = pattern(`^${words('rememberThat')}$`);
const forgetStatement = pattern(`^(?:${words('forget')}${that}|${words('forgetWhat')})`);
const forgetThing = pattern(`^${words('forget')} (?:${words('about')}|(?=${words('mine')}))`);
const forgetEverything = pattern(`^${words('clear')} ${words('everything')}$`);
/** "Remove my diet from your memory" is "forget my diet". */
const removeFrom = /^(?:delete|remove|erase) (.+) from (?:your )?memory$/iu;
/** Leaving a thing aside is not a request to forget it: "Forget about my diet for today." */
const statementAside = pattern(`\\s${words('purpose')} ${words('time')}`);
const thingAside = pattern(`,|\\s${words('purpose')}`);

export type MemoryRequests = {
  /** What is to be remembered, in the person's words. */
  remember: string[];
  /** What is to be forgotten, in the person's words. */
  forget: string[];
  /** All that is remembered about the person is to be forgotten. */
  forgetEverything: boolean;
};

/** How many requests of one message are followed. */
const mostRequests = 5;

/**
 * What a person asks to have remembered or forgotten, sentence by sentence. `text` is what they wrote themselves (ownText).
 * A request that depends on a part that was taken out is not one.
 */
export function memoryRequestsIn(text: string): MemoryRequests {
  const requests: MemoryRequests = { remember: [], forget: [], forgetEverything: false };
  let last = '';
  for (const sentence of sentencesOf(text)) {
    if (requests.remember.length + requests.forget.length >= mostRequests) break;
    if (!sentence.includes(redacted)) read(sentence, last, requests);
    last = sentence;
  }
  return requests;
}

/** Adds what a sentence asks for. `last`: the sentence before it. */
function read(sentence: string, last: string, requests: MemoryRequests): void {
  const start = politeStart(sentence);
  // A question is a request only if it asks for it: "Can you remember that …?"
  if (isQuestion(sentence) && !asksMe.test(start)) return;
  const bare = withoutEnd(sentence.slice(start.length)).replace(removeFrom, 'forget $1').replace(after, '');
  const stated = isQuestion(last) || last.includes(redacted) ? '' : withoutEnd(last);
  const kept = rememberThat.test(bare) ? stated : objectOf(bare, remember);
  const [thing, statement] = [objectOf(bare, forgetThing), objectOf(bare, forgetStatement)];
  if (kept !== undefined) add(requests.remember, kept);
  else if (forgetEverything.test(bare)) requests.forgetEverything = true;
  else if (thing !== undefined && !thingAside.test(thing)) add(requests.forget, thing);
  else if (statement !== undefined && !statementAside.test(statement)) add(requests.forget, statement);
}

/** What people say before a request: "Hi Noek, please". */
export const politeStart = (sentence: string): string => before.exec(sentence)?.[0] ?? '';

function objectOf(sentence: string, start: RegExp): string | undefined {
  const match = start.exec(sentence);
  return match ? sentence.slice(match[0].length).replace(/^[\s,，:：]+/u, '') : undefined;
}

/** A sentence that names nothing, such as "forget it", is not a request. */
function add(to: string[], text: string): void {
  if (stemsOf(text).length > 0) to.push(text);
}
