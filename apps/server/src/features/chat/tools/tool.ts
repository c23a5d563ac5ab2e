import type { User } from '@noek/contract/auth/schemas';
import type { Source, Step } from '@noek/contract/chat/answers';
import type { Document } from '@noek/contract/documents/schemas';
import type { LlmEvent, LlmRequest, LlmTool, LlmToolCall } from '../../../integrations/llm/llm.ts';
import type { Spoken } from '../prompt/history.ts';
import type { Owner } from '../records/owner.ts';
import type { Provenance } from './provenance.ts';

/** Asks the model of an answer something other than the question. Nothing of it is shown. */
export type AskModel = (asked: Pick<LlmRequest, 'messages' | 'tools' | 'signal'>) => AsyncIterable<LlmEvent>;

/** A call before the answer. `call`: the model's own, with these arguments; null if it was not made by a model. */
export type FirstCall = { arguments: Record<string, unknown>; call: LlmToolCall | null };

/** A tool that a model may call while it answers. */
export type AnswerTool = {
  definition: LlmTool;
  /**
   * Decides on a call that runs before a model answers, because the person asked for it: its result is given to every model, even to one
   * that ignores tools. It may ask the model of the answer first. Resolves to null if there is no call.
   */
  firstCall?(ask: AskModel, signal: AbortSignal): Promise<FirstCall | null>;
  /**
   * Runs one call and returns what the model is told, as text. `args` is the parsed JSON object that the model sent; the tool
   * checks it. Throws only for faults: the model is then told that the tool failed, and the answer continues without it.
   */
  run(args: Record<string, unknown>, run: ToolRun): Promise<string>;
};

/** One call of a tool. */
export type ToolRun = {
  /** The answer that is being made. */
  messageId: string;
  conversationId: number;
  /** The person's message that is answered. */
  question: { id: string; content: string };
  owner: Owner;
  /** Its account as it was when the answer began; null for a guest, and where memories are neither read nor written. */
  user: User | null;
  /** The project whose memories it uses; null: those that all chats use. */
  memoryProjectId: string | null;
  /** Where the words of its prompt come from. */
  provenance: Provenance;
  /** The steps that the answer shows so far. */
  steps(): readonly Step[];
  /** Names this call. It stays the same when the call is repeated after a crash, so effects are keyed by it. */
  callKey: string;
  /** Aborts when the answer is stopped or the time for tools is over. */
  signal: AbortSignal;
  /** Shows a step, or changes one that was shown: the same `id` again replaces it. */
  step(step: Omit<Step, 'at'>): void;
  /** Adds pages that the answer may cite and numbers them, continuing after those of earlier calls. */
  addSources(sources: readonly Omit<Source, 'number'>[]): Source[];
  /** Notes a document that it has made or changed. */
  addDocument(document: Document): void;
};

/** What decides which tools an answer is offered. */
export type ToolsFor = Pick<ToolRun, 'owner' | 'user' | 'question'> & {
  /** The context window of the model that is asked, in tokens. */
  contextTokens: number;
  /** Whether web search is on in the conversation. Otherwise it is left to the model. */
  webSearch: boolean;
  /** Whether the answer is stored. Otherwise nothing that it makes is, either. */
  isStored: boolean;
  /** The conversation up to the question, oldest first. */
  turns: readonly Spoken[];
};
