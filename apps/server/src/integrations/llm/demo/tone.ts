import { choose, type DemoConversation } from './conversation.ts';

const playful = [
  'Drum roll, please… 🥁',
  'Ooh, a question! My favourite snack. 🍪',
  'Adjusting my tiny thinking hat… 🎩',
  'Plot twist: I know this one. 🎉',
] as const;

const blunt = [
  'Fine. Nobody gets out of here alive, so let us at least be accurate.',
  'You asked, so the blame is shared.',
  'Short version: it could be worse. It usually gets there.',
  'I would sugar-coat it, but we are out of sugar and hope.',
] as const;

/** The demo's answer in the tone of the conversation's mode, which stands in its instructions. */
export function inTone(conversation: DemoConversation, answer: string): string {
  const said = (words: string) => conversation.instructions.some((text) => text.includes(words));
  if (said('Harmful Mode is on')) return `${choose(conversation, blunt)}\n\n${answer}`;
  if (said('Fun Mode is on')) return `${choose(conversation, playful)}\n\n${answer}`;
  return answer;
}
