import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { archiveOf } from '../../../../testing/archives.ts';
import { createChatCtx, finalMessage, userActor } from '../../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../../testing/create-test-ctx.ts';
import { signedInAs } from '../../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../../testing/stand-ins/scripted-llm.ts';
import { listMessages } from '../../../chat/messages/list-messages.ts';
import { sendMessage } from '../../../chat/messages/send-message.ts';
import { conversation, file, message } from './archive-parts.ts';

/** A chain of messages with these texts, questions and answers in turn, as an archive has it. Ids are the texts. */
export const chain = (...texts: string[]) =>
  texts.map((content, i) => ({
    ...message,
    id: content,
    parentId: texts[i - 1] ?? null,
    role: i % 2 === 0 ? 'user' : 'assistant',
    content,
  }));

/** An archive with one conversation, whose last message is its newest. */
export const chatArchive = (messages: readonly { id: string }[], fields: object = {}) =>
  archiveOf(
    file({ conversation: { ...conversation, headMessageId: messages.at(-1)?.id ?? null, ...fields }, messages }),
  );

/** A person whose chats are answered. */
export async function withAnswers(db: Parameters<typeof createChatCtx>[0]) {
  const actor = await userActor(db);
  const llm = createScriptedLlm((call) => {
    call.text('An answer from here.');
    call.finish();
  });
  const ctx = createChatCtx(db, llm, { actor }) as TestCtx;
  return { ctx, userId: actor.user.id, me: await signedInAs(ctx, actor.user.id) };
}

/** The only conversation of a person. */
export async function onlyChat(ctx: TestCtx, userId: string) {
  const { conversations: c } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(c).where(eq(c.userId, userId));
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error('There is none.');
  return row;
}

/** What the open branch of a conversation says. */
export const contentsOf = async (me: TestCtx, conversationId: number) =>
  (await listMessages(me, { conversationId })).map(({ content }) => content);

export async function continueChat(me: TestCtx, conversationId: number, content: string) {
  const { assistantMessage } = await sendMessage(me, { conversationId, content });
  await finalMessage(me, assistantMessage.id);
}
