import { describe, expect, test } from 'vitest';
import { correctionOf, wrongIn } from './corrections.ts';

const said = (content: string) => ({ title: content, content });

/** What the memories contain after a correction; null if it corrects none. */
function corrected(memories: readonly string[], text: string): string[] | null {
  const known = memories.map(said);
  const found = correctionOf(known, text);
  return found && known.map((memory) => (memory === found.memory ? found.content : memory.content));
}

describe('a correction of a name replaces the memory', () => {
  test.each([
    ["My daughter's name is Ana", "My daughter's name is Anna, not Ana", "My daughter's name is Anna"],
    ["My daughter's name is Ana", 'My daughter is Anna, not Ana', 'My daughter is Anna'],
    ['My daughter is called Ana', "My daughter's name is Anna, and not Ana.", "My daughter's name is Anna"],
    ["My dog's name is Rex", 'My dog is Max, not Rex', 'My dog is Max'],
    ['Meine Tochter heißt Ana', 'Meine Tochter ist Anna, nicht Ana', 'Meine Tochter ist Anna'],
    ['Ma fille s’appelle Ana', 'Ma fille est Anna, pas Ana', 'Ma fille est Anna'],
    ['I live in Porto', 'I live in Lisbon, not Porto', 'I live in Lisbon'],
  ])('%s. %s', (memory, text, content) => {
    expect(corrected(['I like tea', memory], text)).toEqual(['I like tea', content]);
  });

  test.each([
    ["My daughter's name is Ana", 'Anna, not Ana', "My daughter's name is Anna"],
    ["My daughter's name is Ana.", "No, it's Anna, not Ana.", "My daughter's name is Anna."],
    ['Ana is my daughter, and ana is not her second name', 'Anna, not Ana', undefined],
    [
      'Meine Tochter heißt Ana und ist sechs',
      'Nein, es heißt Anna, nicht Ana',
      'Meine Tochter heißt Anna und ist sechs',
    ],
    ['I was born in 1987 in Bergen', '1978, not 1987', 'I was born in 1978 in Bergen'],
    ['My boss is Jo Smith', 'Joe Smyth, not Jo Smith', 'My boss is Joe Smyth'],
  ])(
    'without its subject, in the words of the memory: %s. %s',
    (memory, text, content = 'Anna is my daughter, and ana is not her second name') => {
      expect(corrected(['I like tea', memory], text)).toEqual(['I like tea', content]);
    },
  );
});

describe('a memory about something else is not replaced', () => {
  test.each([
    ['My sister lives in Porto', 'I live in Lisbon, not Porto'],
    ['My brother Rex has a dog', 'My dog is Max, not Rex'],
    ['I like tea', 'Anna, not Ana'],
    ['Banana bread is what I like', 'Anna, not Ana'],
    ['I like coffee', 'tea, not coffee'],
  ])('%s. %s', (memory, text) => {
    expect(corrected([memory], text)).toBeNull();
  });

  test('a name that several memories have corrects none of them, because it is unclear which one is meant', () => {
    expect(corrected(['My daughter is Ana', 'Ana is my boss'], 'Anna, not Ana')).toBeNull();
  });
});

test('the wrong name in the words of the person is found for a text in the words of a model', () => {
  expect(wrongIn("My daughter's name is Anna, not Ana.", "Daughter's name is Anna")).toBe('Ana');
  expect(wrongIn('Hello. No, it’s Anna, not Ana. Thanks!', 'Anna')).toBe('Ana');
  for (const text of ['Likes tea', 'Anna, not Ana', 'Ana']) expect(wrongIn('It’s Anna, not Ana', text)).toBe('');
  expect(wrongIn('I like tea, not coffee', 'Likes tea')).toBe('');
});
