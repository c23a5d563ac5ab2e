import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { LlmMessage, LlmPicture, LlmRequest } from './llm.ts';

type Text = Pick<LlmMessage, 'content'>;

/** How many pictures a request has. */
export const countPictures = ({ messages }: Pick<LlmRequest, 'messages'>): number =>
  messages.reduce((sum, message) => sum + ((message.role === 'user' && message.pictures?.length) || 0), 0);

/** A message with its pictures in OpenAI's form. Servers refuse an empty text part. */
export const inParts = ({ content: text }: Text, pictures: readonly LlmPicture[]): ChatCompletionContentPart[] => [
  ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
  ...pictures.flatMap((picture) => [
    ...(picture.part === undefined ? [] : [{ type: 'text' as const, text: captionOf(picture) }]),
    { type: 'image_url' as const, image_url: { url: `data:${picture.type};base64,${picture.base64}` } },
  ]),
];

/** What is written before a part of a long picture: "("page.png", part 1 of 3, top to bottom)". */
export const captionOf = ({ name, part }: LlmPicture): string => `(${quoted(name)}, ${part})`;

const longestName = 100;

/** The text of a message for a model that does not see its pictures, with their names. */
export function withNames({ content }: Text, pictures: readonly LlmPicture[]): string {
  const whole = pictures.filter(({ part }) => part === undefined || part.startsWith('part 1 '));
  const names = whole.map(({ name }) => quoted(name)).join(', ');
  const which = whole.length === 1 ? '1 picture of this message is' : `${whole.length} pictures of this message are`;
  const told = `(${which} not shown to you: ${names}.)`;
  return content.trim() === '' ? told : `${content}\n\n${told}`;
}

const quoted = (name: string): string => `"${onOneLine(name).slice(0, longestName)}"`;

/** A name comes from a person and must not look like another message. */
const onOneLine = (name: string): string => name.replace(/[\s"]+/g, ' ').trim();
