import { expect, test } from 'vitest';
import { nearDuplicate } from './near-duplicate.ts';

const said = (content: string, title = content) => ({ title, content });

test.each([
  ['I am allergic to walnuts', "I'm allergic to walnuts."],
  ['User is allergic to walnuts', 'I am allergic to walnut'],
  ['I like green tea', "I don't like green tea"],
  ['Ich bin allergisch gegen Walnüsse', 'ich gegen Walnüsse allergisch bin'],
  ['我对花生过敏', '我对花生过敏。'],
])('%j and %j say nearly the same', (a, b) => {
  const known = [said('Something else entirely', 'Other'), said(a)];
  expect(nearDuplicate(known, said(b))).toBe(known[1]);
  expect(nearDuplicate([said(b)], said(a))).not.toBeNull();
});

test.each([
  ['I like tea', 'My sister likes tea'],
  ['I like green tea', 'I like black tea'],
  ['My dog is called Rex', 'My dog is called Max'],
  ['I am allergic to walnuts', 'I am allergic to walnuts and peanuts'],
  ['I am', 'You are'],
])('%j and %j are two memories', (a, b) => {
  expect(nearDuplicate([said(a)], said(b))).toBeNull();
});

test('the same title with much of the same content is a newer version of the fact', () => {
  const known = [said('The dog is called Rex', 'Name of the dog')];
  expect(nearDuplicate(known, said('The dog is called Max', 'name of the dog'))).toBe(known[0]);
  expect(nearDuplicate(known, said('Plays the violin', 'Name of the dog'))).toBeNull();
});

test('of several, the most similar counts', () => {
  const known = [said('My brown dog likes long walks at sea'), said('My brown dog likes long walks')];
  expect(nearDuplicate(known, said('My brown dog likes long walks!'))).toBe(known[1]);
});
