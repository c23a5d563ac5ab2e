import type { SendMessageInput } from '@noek/contract/chat/schemas';
import type { Database } from '@noek/db/database';
import { sendMessage } from '../features/chat/messages/send-message.ts';
import { listMemories } from '../features/memory/list-memories.ts';
import { createChatCtx, finalMessage, userActor } from './create-chat-ctx.ts';
import { answers, createScriptedLlm, type ScriptedCall } from './stand-ins/scripted-llm.ts';

/** Calls a tool in the first call and answers in those after it. */
export const calls =
  (name: string, args: object | string) =>
  (call: ScriptedCall): void => {
    if (call.request.messages.some(({ role }) => role === 'tool')) answers(call);
    else {
      call.toolCall(name, args);
      call.finish('tool-calls');
    }
  };
export const saves = (args: object) => calls('save_memory', args);

/** What the tools returned to the model in a call. */
export const told = (call: ScriptedCall | undefined) =>
  call?.request.messages.flatMap((message) => (message.role === 'tool' ? [message.content] : [])).join('\n') ?? '';

/** A person's chat with a scripted model. */
export async function chatWith(db: Database, script: (call: ScriptedCall) => void = answers) {
  const current = { script };
  const llm = createScriptedLlm((call) => current.script(call));
  const actor = await userActor(db);
  const ctx = createChatCtx(db, llm, { actor });
  const send = async (input: SendMessageInput, by = ctx) => {
    const sent = await sendMessage(by, input);
    return { ...sent, answer: await finalMessage(ctx, sent.assistantMessage.id) };
  };
  return {
    ctx,
    llm,
    userId: actor.user.id,
    answerWith: (next: typeof script) => {
      current.script = next;
    },
    /** `by`: the context of an app of the same person. */
    say: (content: string, conversationId: number | null = null, by = ctx) => send({ content, conversationId }, by),
    send,
    saved: async () => (await listMemories(ctx)).memories,
    last: () => llm.calls.at(-1) as ScriptedCall,
  };
}
