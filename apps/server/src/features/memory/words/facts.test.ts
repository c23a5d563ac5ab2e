import { expect, test } from 'vitest';
import { factsIn } from './facts.ts';

test.each([
  ['I live in Lisbon and I like tea', ['I live in Lisbon', 'I like tea']],
  ["I'm vegan, and I'm left-handed", ["I'm vegan", "I'm left-handed"]],
  ['I live in Graz; I have two cats', ['I live in Graz', 'I have two cats']],
  ['My cat is called Tom and my dog is called Rex', ['My cat is called Tom', 'my dog is called Rex']],
  ['my name is Ada and I work nights and I like tea', ['my name is Ada', 'I work nights', 'I like tea']],
  ['ich wohne in Graz und ich mag Tee', ['ich wohne in Graz', 'ich mag Tee']],
])('%j is several facts', (text, facts) => {
  expect(factsIn(text)).toEqual(facts);
});

test.each([
  'I live in Lisbon and like tea',
  'My sister and I like tea',
  'I think that my sister and I are alike',
  'I like it when my wife and I cook',
  'I love my mother and my father',
  'I know Bob and I are late',
  'My parents and my sister live in Graz',
  'In winter I ski and I skate',
  'Lives in Lisbon and likes tea',
  'my opening hours are 9-12; 13-17',
  'dass meine Schwester und ich in Graz wohnen',
])('%j may be one', (text) => {
  expect(factsIn(text)).toEqual([text]);
});
