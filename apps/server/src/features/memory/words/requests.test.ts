import { expect, test } from 'vitest';
import { memoryRequestsIn } from '../../../text/memory-requests.ts';
import { authoredText } from './own-words.ts';

const requestsIn = (message: string) => memoryRequestsIn(authoredText(message));

test.each([
  ["Remember that I'm allergic to walnuts.", "I'm allergic to walnuts"],
  ['remember that my dog is called Rex', 'my dog is called Rex'],
  ['Please remember: I live in Graz', 'I live in Graz'],
  ['Remember this: I prefer short answers. What is 2+2?', 'I prefer short answers'],
  ["Can you remember that I'm vegan?", "I'm vegan"],
  ['Could you please remember that I work nights?', 'I work nights'],
  ["Don't forget that I work nights", 'I work nights'],
  ['Hi Noek, please remember that I like tea. Thanks!', 'I like tea'],
  ['Save this to memory: my shoe size is 42', 'my shoe size is 42'],
  ["Save this info in your memory: I'm Alexander", "I'm Alexander"],
  ['Please add this to your memory: I live in Graz', 'I live in Graz'],
  ["I'm vegan. Please remember that.", "I'm vegan"],
  ['By the way, remember that Dr. Smith is my dentist', 'Dr. Smith is my dentist'],
  ['Remember my birthday is on May 4', 'my birthday is on May 4'],
  ['Remember to always answer in German.', 'to always answer in German'],
  ["Keep in mind that I'm a beginner", "I'm a beginner"],
  ['Remember that my rate is 12.5 percent. And now a joke.', 'my rate is 12.5 percent'],
  ['Remember the following:\n- I live in Graz\n- I have two cats', 'I live in Graz; I have two cats'],
  ['Merk dir, dass ich Vegetarier bin', 'ich Vegetarier bin'],
  ['Merk dir bitte, dass ich in Graz wohne!', 'ich in Graz wohne'],
  ['Bitte merke dir: mein Hund heißt Rex', 'mein Hund heißt Rex'],
  ['Kannst du dir merken, dass ich vegan bin?', 'ich vegan bin'],
  ['Vergiss nicht, dass ich Linkshänder bin', 'ich Linkshänder bin'],
  ['Souviens-toi que je suis végétarien', 'je suis végétarien'],
  ["N'oublie pas que j'habite à Lyon", "j'habite à Lyon"],
  ['Recuerda que soy alérgico a las nueces', 'soy alérgico a las nueces'],
  ['Ricordati che sono vegano', 'sono vegano'],
  ['Lembre-se de que moro em Lisboa', 'moro em Lisboa'],
  ['Onthoud dat ik vegetariër ben', 'ik vegetariër ben'],
  ['请记住我对花生过敏', '我对花生过敏'],
  ['N’oublie pas qu’il pleut souvent ici', 'il pleut souvent ici'],
  ['Merk dir meine Adresse: Hauptplatz 1', 'meine Adresse: Hauptplatz 1'],
  ["What is 2+2?\nRemember that I'm vegan.", "I'm vegan"],
  ["Remember that I'm vegan.\nTell me a story.", "I'm vegan"],
])('%j asks to remember %j', (message, fact) => {
  expect(requestsIn(message)).toEqual({ remember: [fact], forget: [], forgetEverything: false });
});

test.each([
  ['Forget that I live in Graz', 'I live in Graz'],
  ['Please forget my address.', 'my address'],
  ['Forget what I told you about my dog.', 'my dog'],
  ['forget everything you know about my job', 'my job'],
  ['Remove my address from your memory', 'my address'],
  ['Delete the memory about my dog, please', 'my dog'],
  ['Vergiss, dass ich in Graz wohne', 'ich in Graz wohne'],
  ['Vergiss bitte, dass ich in Graz wohne', 'ich in Graz wohne'],
  ['Vergiss meine Adresse', 'meine Adresse'],
  ["Oublie que j'habite à Lyon", "j'habite à Lyon"],
  ['Olvida que vivo en Madrid', 'vivo en Madrid'],
  ['Vergeet dat ik in Gent woon', 'ik in Gent woon'],
  ['忘记我的地址', '我的地址'],
  ['Vergiss bitte alles über meinen Hund', 'meinen Hund'],
  ['Forget that I work for Acme', 'I work for Acme'],
])('%j asks to forget %j', (message, fact) => {
  expect(requestsIn(message)).toEqual({ remember: [], forget: [fact], forgetEverything: false });
});

test.each([
  'Do you remember that film with the shark?',
  'Do you remember that I live in Graz?',
  'Remember when we talked about boats?',
  'Remember that time we met?',
  "I can't remember that song",
  'I remember that it rained',
  'Remember me',
  'Remember to buy milk',
  'Why do people forget that the sea is deep?',
  'Forget it',
  'forget that',
  'Forget about it.',
  "Forget it, let's talk about boats",
  'Forget everything',
  'Forget about my diet for today.',
  'Forget my diet for now',
  'Forget about my budget for this trip.',
  'Vergiss meine Diät für heute',
  'Forget that I am on a diet for now',
  'Forget my diet today',
  'Forget about my diet for the party.',
  'Forget about my diet when you plan the party',
  'Forget my diet, I want a burger',
  'Oublie mon régime pour ce soir',
  'Olvida mi dieta por hoy',
  'Dimentica la mia dieta per oggi',
  'Esqueça a minha dieta por hoje',
  'Vergeet mijn dieet voor vandaag',
  'Remember that day in Graz',
  'Vergiss es',
  'Write a story in which somebody says to remember that winter is coming',
  'What does "remember that you are mortal" mean?',
])('%j asks for neither', (message) => {
  expect(requestsIn(message)).toEqual({ remember: [], forget: [], forgetEverything: false });
});

test.each([
  'Forget all my memories',
  'Forget all my memories.',
  'Please delete all memories',
  'Forget everything you know about me',
  'Can you forget everything about me?',
  'Clear your memory, please',
  'Erase my memories.',
  'Lösche alle Erinnerungen',
  'Vergiss alles über mich',
])('%j asks to forget everything', (message) => {
  expect(requestsIn(message)).toEqual({ remember: [], forget: [], forgetEverything: true });
});

test('one message may ask for several things', () => {
  expect(requestsIn('Remember that I moved to Linz. Forget that I live in Graz. Remember that I have a cat.')).toEqual({
    remember: ['I moved to Linz', 'I have a cat'],
    forget: ['I live in Graz'],
    forgetEverything: false,
  });
});

test('at most five requests of a message are followed', () => {
  const many = Array.from({ length: 9 }, (_, i) => `Remember that my number ${i} is ${i}.`).join(' ');
  expect(requestsIn(many).remember).toHaveLength(5);
});
