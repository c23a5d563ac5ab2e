import { expect, test } from 'vitest';
import { asksIn, isOwnWords, queryIn, shortQuery } from './search-query.ts';

const letter = `Dear Anna,

I have been meaning to write since the doctor called on Monday. The tumour is small, and they operate in March. I have told nobody but
Tom, and he cries at night. Can you come for a week? Please do not tell Mum.

Love, Beth`;

test.each([
  ['Search the web: what is Noek?', 'Noek'],
  ['please search the internet for walnut cake', 'walnut cake'],
  ['Search the web', ''],
  ['Who won the world cup in 1990?', 'won world cup 1990'],
  ['What is the weather like in Graz today?', 'weather Graz today'],
  ['Tell me about the history of C++ and Node.js, please', 'history C++ Node.js'],
  ['walnut cake recipe', 'walnut cake recipe'],
  ['Great Barrier Reef', 'Great Barrier Reef'],
  ['Latest news about the James Webb telescope', 'Latest news James Webb telescope'],
  ['hi noek! whats the price of gold right now', 'price gold right now'],
  ['Hey Noek, who wrote Dune?', 'wrote Dune'],
  ['Wer hat die Relativitätstheorie entwickelt?', 'Relativitätstheorie entwickelt'],
  ['Quelle est la capitale de la Mongolie ?', 'capitale Mongolie'],
  ['¿Cuándo fue la batalla de Lepanto?', 'fue batalla Lepanto'],
  ['Wie hoog is de Euromast?', 'hoog Euromast'],
  ['富士山の高さは？', '富士山の高さは'],
  ["I'm vegan and live in Graz. Which restaurants serve tofu?", 'restaurants serve tofu'],
  ['Thanks! Who painted the ceiling of the Sistine Chapel?', 'painted ceiling Sistine Chapel'],
  // What people tell the memory about themselves is not sent to a search service.
  ['Remember that I am allergic to walnuts.', ''],
  ["I'm vegan. Please remember that.", ''],
  ['Forget that I live in Graz.', ''],
  ['Can you remember that I ski?', ''],
  ['Remember that I am allergic to walnuts. Which nuts can I eat?', 'nuts eat'],
  ['Remember that I ski. Search the web for snow in Graz.', 'snow Graz'],
])('the query in %j is %j', (message, query) => {
  expect(queryIn(message)).toBe(query);
});

test.each([
  'thanks!',
  'Thank you so much',
  'ok',
  'Hello',
  'Danke schön!',
  'ありがとう',
  '👍',
  '',
  'How are you?',
  'I feel sad today.',
  'My cat is called Biscuit and she is three years old.',
  'Translate this text: Where is the station?',
  'Can you make this letter sound kinder?',
  'Write a poem about the sea',
  'https://intranet.example/payroll?id=7',
  'Debug this: why does f() fail?',
  'wie geht es dir?',
])('nothing is searched for %j', (message) => {
  expect(queryIn(message)).toBe('');
});

test('a private letter is not sent, with or without a task before it', () => {
  expect(queryIn(letter)).toBe('');
  expect(queryIn(`Please proofread this letter:\n\n${letter}`)).toBe('');
  const query = queryIn(`${letter}\n\nWhat helps after a lung operation?`);
  expect(query).toBe('helps lung operation');
});

test('a long message is never sent whole, and its query stays short', () => {
  const message = `Which ${Array.from({ length: 60 }, (_, n) => `topic${n}`).join(' ')}?`;
  const query = queryIn(message);
  expect(query.split(' ')).toHaveLength(8);
  expect(message).not.toBe(query);
});

const earlier = ['thanks!', 'And in Rome?', 'Who were the presidents of France?'];
test.each([
  ['and the second?', 'presidents France second'],
  ['And how old is he?', 'presidents France old'],
  ['What about Italy?', 'presidents France Italy'],
  ['Who were the kings of Norway?', 'kings Norway'],
  ['What time is it in Tokyo?', 'time Tokyo'],
  ['why?', ''],
  ['thanks!', ''],
])('%j after a question is searched for as %j', (message, query) => {
  expect(queryIn(message, earlier)).toBe(query);
});

test('a question that points back to nothing that was asked is not searched for', () => {
  expect(queryIn('and the second?')).toBe('');
  expect(queryIn('and the second?', [letter, 'thanks!'])).toBe('');
});

test.each([
  ['  "edible \n seeds" ', 'edible seeds'],
  ['', null],
  ['word '.repeat(15), null],
  ['x'.repeat(121), null],
])('shortQuery of %j', (text, query) => {
  expect(shortQuery(text)).toBe(query);
});

test('a longer query that quotes a message is refused', () => {
  const copied = 'the tumour is small and they operate in March';
  expect(isOwnWords(copied, [{ content: 'Hi' }, { content: letter }])).toBe(false);
  expect(isOwnWords('small tumour operation', [{ content: letter }])).toBe(true);
  expect(isOwnWords(copied, [{ content: 'Hi' }])).toBe(true);
});

test.each([letter, 'thanks!', 'I ski.'])('%j asks nothing', (message) => {
  expect(asksIn(message)).toEqual([]);
});
