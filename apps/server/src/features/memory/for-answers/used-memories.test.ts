import { expect, test } from 'vitest';
import { usedMemories } from './used-memories.ts';

/**
 * A memory, a question for which it was given, and the answer. 30 of the pairs were written after the list of ordinary words, which they
 * therefore test.
 */
type Pair = readonly [memory: string, question: string, answer: string];

const used: readonly Pair[] = [
  ['I am allergic to walnuts', 'Suggest a cake', 'A lemon cake, without walnuts.'],
  [
    'I am allergic to walnuts',
    'Is pesto safe for me?',
    'Classic pesto has pine nuts; some brands add walnuts, so check the label.',
  ],
  ['I live in Bergen', 'Where could I hike on Sunday?', 'From Bergen, take the cable car up Mount Ulriken.'],
  ['My dog is called Rex', 'Gift ideas for my pet', 'A chew toy that lasts: dogs love them.'],
  ['I am vegan', 'A quick lunch?', 'A vegan wrap with hummus and peppers.'],
  [
    'My daughter Anna is six years old',
    'A bedtime story, please',
    'Once upon a time, Anna found a key made of moonlight.',
  ],
  ['I play the cello', 'What can I practise today?', 'Start on the cello with long bows, ten minutes.'],
  [
    'I am training for a marathon in October',
    'What do I eat tonight?',
    'Pasta: your marathon training needs the carbohydrates.',
  ],
  ['I code in Python', 'Show me how to read a file', 'In Python: `open("notes.txt").read()`.'],
  ['My sister Mira lives in Rome', 'Where could I travel in May?', 'To Rome: you could visit Mira.'],
  ['I have two cats', 'Holiday plans?', 'Ask a neighbour to feed your cats while you are away.'],
  ['I prefer short answers', 'Why is the sky blue?', 'Air scatters blue light most.'],
  ['I hate coriander', 'A salsa recipe', 'Use parsley instead of coriander.'],
  ['I am 70 years old', 'Which sport suits me?', 'At 70, swimming and walking are kind to the joints.'],
  ['My wife is pregnant', 'Plan dinner for us', 'No raw fish, since your wife is pregnant.'],
  ['I live in Lisbon', 'What shall I do today?', 'Take tram 28 through Alfama.'],
  ['I am a teacher at a primary school', 'Write a CV summary', 'Dedicated primary school teacher with a warm manner.'],
  ['I use a Mac', 'How do I take a screenshot?', 'On your Mac, press Cmd + Shift + 4.'],
  ['I am afraid of flying', 'How do I get to Berlin?', 'Take the night train, so that you need no flight.'],
  ['I study law in Leiden', 'Help me plan my week', 'Block the mornings for your law reading.'],
  ['I keep bees', 'A weekend project?', 'Build a shelter for your bees.'],
  ['My son Tom plays football', 'What to pack on Saturday?', 'Shin guards and a bottle for Tom.'],
  ['I have a bad knee', 'A workout, please', 'Skip the jumps, to spare your knee.'],
  ['I am learning Spanish', 'Suggest a film', 'Volver: good practice for your Spanish.'],
  ['I moved to Canada in March', 'How do I file taxes?', 'As you moved in March, you are a part-year resident.'],
];

const unused: readonly Pair[] = [
  ['I am allergic to walnuts', 'What is 6 × 7?', '6 × 7 = **42**'],
  ['I am allergic to walnuts', 'Hello', 'Hello! How can I help you today?'],
  ['I live in Bergen', 'Convert 10 km to miles', '10 km are 6.2 miles.'],
  ['My dog is called Rex', 'Name a planet', 'Jupiter, the largest one.'],
  ['I am vegan', 'Who wrote Hamlet?', 'William Shakespeare wrote it around 1600.'],
  ['I work as a nurse', 'Why does my code not work?', 'It works when you await the promise.'],
  ['My daughter Anna is six years old', 'What is 2 + 4?', 'It is 6.'],
  ['I speak Norwegian and Dutch', 'Define entropy', 'A measure of disorder.'],
  [
    'I drive an electric car',
    'Write a haiku',
    'Snow on the pine trees, a quiet morning begins, footprints to the lake.',
  ],
  ['I use PostgreSQL at work', 'How do I use chopsticks?', 'Hold the lower one still and use the upper one.'],
  ['I have two cats', 'Explain two-phase commit', 'It has two rounds: prepare and commit.'],
  ['I prefer short answers', 'What is a haiku?', 'A short poem of three lines.'],
  ['I hate coriander', 'Define osmosis', 'Water moves through a membrane.'],
  ['I am 70 years old', 'What is 35 + 35?', '35 + 35 = 70'],
  ['My wife is pregnant', 'Capital of Peru?', 'Lima.'],
  ['I live in Lisbon', 'Who was Caesar?', 'A Roman general and statesman.'],
  ['I am a teacher at a primary school', 'What are primary colours?', 'Red, yellow and blue are the primary colours.'],
  ['I use a Mac', 'Who wrote Macbeth?', 'Shakespeare.'],
  ['I am afraid of flying', 'How do bees fly?', 'Bees fly by beating their wings quickly.'],
  ['I study law in Leiden', "What is Ohm's law?", "Ohm's law says that V = I R."],
  ['I keep bees', 'Conjugate "to be"', 'I am, you are, he is.'],
  ['My son Tom plays football', 'Who is the author of Tom Sawyer?', 'Mark Twain wrote The Adventures of Tom Sawyer.'],
  ['I have a bad knee', 'Synonyms of bad', 'Poor, awful, terrible.'],
  ['I am learning Spanish', 'Explain machine learning', 'Programs find patterns in data.'],
  ['I moved to Canada in March', 'When does spring begin?', 'On 20 March in the northern hemisphere.'],
];

const isShown = ([content, question, answer]: Pair): boolean =>
  usedMemories([{ id: 'm', title: content, content, line: `- ${content}` }], { question, answer }).length > 0;

test('of 50 pairs of question and memory, the answer decides which memories count as used', () => {
  expect(used.length + unused.length).toBe(50);
  const memoriesIn = (pairs: readonly Pair[]) => pairs.map(([memory]) => memory);
  // Words alone do not show a tone, a district of a city, or a flight for flying; and a number may be a result.
  expect(memoriesIn(used.filter((pair) => !isShown(pair)))).toEqual([
    'I prefer short answers',
    'I live in Lisbon',
    'I am afraid of flying',
  ]);
  expect(memoriesIn(unused.filter(isShown))).toEqual(['I am 70 years old', 'I moved to Canada in March']);
});

test('only the memories that the answer used are kept, in their order', () => {
  const memory = (id: string, content: string) => ({ id, title: content, content, line: `- ${content}` });
  const given = [memory('a', 'I am vegan'), memory('b', 'I play the cello'), memory('c', 'I live in Bergen')];
  expect(usedMemories(given, { question: 'Hi', answer: 'Vegan food in Bergen' }).map(({ id }) => id)).toEqual([
    'a',
    'c',
  ]);
  expect(usedMemories(given, { question: 'Hi', answer: '' })).toEqual([]);
});
