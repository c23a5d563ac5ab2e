import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { LlmMessage, LlmPicture, LlmRequest } from './llm.ts';

type Text = Pick<LlmMessage, 'content'>;

/** How many pictures a request has. */
export const countPictures = ({ messages }: Pick<LlmRequest, 'messages'>): number =>
  messages.reduce((sum, message) => sum + ((message.role === 'user' && message.pictures?.length) || 0), 0);

/** A message with its pictures in OpenAI's form. Servers refuse an empty text part. */
export const inParts = ({ content: text }: Text, pictures: readonly LlmPicture[]): ChatCompletionContentPart[] => [
  ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
  ...pictures.map(({ type, base64 }) => ({
    type: 'image_url' as const,
    image_url: { url: `data:${type};base64,${base64}` },
  })),
];

const longestName = 100;

/** The text of a message for a model that does not see its pictures, with their names. */
export function withNames({ content }: Text, pictures: readonly LlmPicture[]): string {
  const names = pictures.map(({ name }) => `"${onOneLine(name).slice(0, longestName)}"`).join(', ');
  const which =
    pictures.length === 1 ? '1 picture of this message is' : `${pictures.length} pictures of this message are`;
  const told = `(${which} not shown to you: ${names}.)`;
  return content.trim() === '' ? told : `${content}\n\n${told}`;
}

/** A name comes from a person and must not look like another message. */
const onOneLine = (name: string): string => name.replace(/[\s"]+/g, ' ').trim();
