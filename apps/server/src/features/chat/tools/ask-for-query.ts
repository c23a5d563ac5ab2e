import type { LlmTool, LlmToolCall } from '../../../integrations/llm/llm.ts';
import type { Spoken } from '../prompt/history.ts';
import { argumentsOf } from './run-call.ts';
import { shortQuery } from './search-query.ts';
import type { AskModel } from './tool.ts';

/** How long a model may take to name a query. After that, the query is taken from the question. */
const queryWithinMs = 5_000;
/** A longer reply is not a query. */
const longestReply = 200;
/** How much of the conversation is shown for it, in messages and in characters of each. */
const mostMessages = 6;
const longestMessage = 600;
const longestQuestion = 2_000;

const instructions =
  'You write queries for a web search engine. You are shown the end of a conversation between a person and an assistant. Find out what its ' +
  'last message asks for, and call web_search once with a query that finds it. A query has at most 8 words. It names its subject, ' +
  'also where the message only refers to it, as in "and the second one?". It does not quote the message and says nothing about ' +
  'private people. If you cannot call tools, write one line: "QUERY:" and the query. If pages of the web cannot help with the last ' +
  'message, write "QUERY: NONE". Write nothing else, and do not answer the message.';

/** A query, and the call with which the model named it, if it called the tool; `none`: the model sees nothing to search for. */
export type NamedQuery = { query: string; call: LlmToolCall | null } | 'none';

type Asked = { tool: LlmTool; turns: readonly Spoken[]; signal: AbortSignal; withinMs?: number };

/**
 * Asks the model of an answer what to search for, in one short call. `turns`: the conversation with its last message, oldest first.
 * Resolves to null when the model named nothing that is a query, failed or took too long.
 */
export async function askForQuery(
  ask: AskModel,
  { tool, turns, signal, withinMs = queryWithinMs }: Asked,
): Promise<NamedQuery | null> {
  const enough = new AbortController();
  const events = ask({
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: transcriptOf(turns) },
    ],
    tools: [tool],
    // An abort is no failure of the provider, so a slow model does not count as broken.
    signal: AbortSignal.any([signal, enough.signal, AbortSignal.timeout(withinMs)]),
  });
  let written = '';
  try {
    for await (const event of events) {
      if (event.type === 'tool-call') {
        const query = queryOfCall(event, tool);
        if (query === null) continue;
        const { type: _, ...call } = event;
        return { query, call: { ...call, arguments: JSON.stringify({ query }) } };
      }
      if (event.type === 'text') written += event.text;
      if (written.length > longestReply || !mayBeReply(written)) return null;
    }
  } catch {
    // The answer itself shows whether the model can be reached.
    return null;
  } finally {
    enough.abort();
  }
  return queryOfReply(written);
}

function queryOfCall(call: LlmToolCall, tool: LlmTool): string | null {
  const query = call.name === tool.name ? argumentsOf(call)?.query : null;
  return typeof query === 'string' ? shortQuery(query) : null;
}

const label = 'QUERY:';
const reply = /^[\s*_`"]*QUERY:[\s*_`"]*([^\n]*)/i;

/** Whether a text may still become a reply. A model that answers the person instead is not read to its end. */
function mayBeReply(written: string): boolean {
  const start = written.replace(/^[\s*_`"]+/, '').toUpperCase();
  return start.startsWith(label) || label.startsWith(start);
}

function queryOfReply(written: string): NamedQuery | null {
  const line = reply.exec(written)?.[1]?.replace(/[*_`"\s]+$/, '') ?? '';
  if (/^none\b/i.test(line)) return 'none';
  const query = shortQuery(line);
  return query === null ? null : { query, call: null };
}

function transcriptOf(turns: readonly Spoken[]): string {
  const shown = turns.slice(-mostMessages).map(({ role, content }, at, all) => {
    const most = at === all.length - 1 ? longestQuestion : longestMessage;
    const cut = content.length > most ? `${content.slice(0, most / 2)} […] ${content.slice(-most / 2)}` : content;
    return `${role === 'user' ? 'Person' : 'Assistant'}: ${cut}`;
  });
  return `The end of the conversation:\n\n${shown.join('\n\n')}`;
}
