import { conversation } from './conversation.ts';
import { signedIn } from './open-chat.tsx';

/** A signed-in person with two conversations: 7, and 8 without a title. */
export const listed = {
  ...signedIn,
  'chat.conversations': ({ archived }: { archived: boolean }) => ({
    conversations: archived ? [] : [conversation(7), conversation(8, { title: '' })],
    nextCursor: null,
  }),
};
