import { setTimeout as sleep } from 'node:timers/promises';
import { localContextTokens } from '../../../settings/known-models.ts';
import type { LlmTuning } from '../../../settings/llm-tuning.ts';
import type { Llm } from '../llm.ts';
import { countPictures } from '../pictures.ts';
import { loadAnswers } from './answers.ts';
import { programToRun } from './calculations.ts';
import { type DemoConversation, readConversation } from './conversation.ts';
import { demoAnswer } from './demo-answer.ts';
import { documentCall } from './documents/document-turn.ts';
import { askedOfTables } from './files.ts';
import { factToSave } from './memories.ts';
import { queryToSearch } from './search-results.ts';

const provider = 'Demo';
const model = 'built-in';

/** The assistant without a model: offline, deterministic, and labelled as a demo. Reads its answers once. */
export function createDemo({
  demoPauseMs: [shortest, longest],
}: Pick<LlmTuning, 'demoPauseMs'>): Pick<Llm, 'stream' | 'models'> {
  const answers = loadAnswers();
  return {
    models: () => [
      {
        ...{ name: model, provider, premium: false, resting: false, sees: 'no', tools: 'yes' },
        ...{ endsAt: null, contextWindow: localContextTokens, efforts: [] },
      },
    ],
    async *stream({ messages, tools = [], continuing = '', signal }) {
      if (signal.aborted) return;
      const picturesLeftOut = countPictures({ messages });
      yield { type: 'answering', provider, model, ...(picturesLeftOut > 0 && { picturesLeftOut }) };
      const call = continuing === '' ? toolCall(readConversation(messages, tools)) : null;
      if (call) {
        if (call.name === 'write_document')
          for (const text of pieces(JSON.stringify(call.arguments))) {
            yield { type: 'tool-call-part', position: 0, text };
            await sleep(shortest, undefined, { signal }).catch(() => {});
            if (signal.aborted) return;
          }
        yield { type: 'tool-call', id: 'demo1', name: call.name, arguments: JSON.stringify(call.arguments) };
        yield { type: 'finish', reason: 'tool-calls', usage: null };
        return;
      }
      let pause = shortest;
      for (const text of wordGroups(restOf(demoAnswer(answers, messages, tools), continuing))) {
        yield { type: 'text', text };
        await sleep(pause, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
        // An even pace looks mechanical, so long groups take a little longer.
        pause = shortest + ((text.length * 7) % (longest - shortest + 1));
      }
      yield { type: 'finish', reason: 'stop', usage: null };
    },
  };
}

/** The most pieces of a document. A long one has longer pieces, so it takes no more time than a short one. */
const mostPieces = 60;

function* pieces(text: string): Generator<string> {
  const size = Math.max(24, Math.ceil(text.length / mostPieces));
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** The rest of an answer after its existing text. After text of another model, the whole answer follows. */
function restOf(answer: string, begun: string): string {
  if (answer.startsWith(begun)) return answer.slice(begun.length);
  return `\n\n${answer}`;
}

/** A text in pieces of one to three words, with the space before each; together they are the text. */
export function* wordGroups(text: string): Generator<string> {
  const words = text.match(/\s*\S+|\s+$/g) ?? [];
  for (let at = 0, group = 0; at < words.length; group++) {
    const size = 1 + ((group * 5 + (words[at]?.length ?? 0)) % 3);
    yield words.slice(at, at + size).join('');
    at += size;
  }
}

/** The tool that the demo calls before it answers; null when it needs none. */
function toolCall(conversation: DemoConversation): { name: string; arguments: Record<string, unknown> } | null {
  const query = queryToSearch(conversation);
  if (query !== null) return { name: 'web_search', arguments: { query } };
  const document = documentCall(conversation);
  if (document) return document;
  const source = programToRun(conversation, askedOfTables(conversation));
  if (source !== null) return { name: 'calculate', arguments: { source } };
  const content = factToSave(conversation);
  if (content === null) return null;
  const importance = /allerg|intoleran|diabet/i.test(content) ? 'high' : 'normal';
  return { name: 'save_memory', arguments: { title: content.slice(0, 60), content, importance } };
}
