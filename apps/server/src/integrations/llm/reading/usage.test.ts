import { expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import {
  collect,
  data,
  done,
  loopbackUpstream,
  silentLog,
  stream,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

async function usageOf(usage: object) {
  const last = data({ choices: [{ delta: {}, finish_reason: 'stop' }], usage });
  const upstream = await loopbackUpstream((response) => stream(response, text('Hi.') + last + done));
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
  return (await collect(llm)).finish?.usage;
}

test.each([
  [
    'OpenAI, with the reasoning among the completion',
    {
      ...{ prompt_tokens: 100, completion_tokens: 50, total_tokens: 150, prompt_tokens_details: { cached_tokens: 80 } },
      completion_tokens_details: { reasoning_tokens: 30 },
    },
    { promptTokens: 100, completionTokens: 50, cachedTokens: 80, reasoningTokens: 30 },
  ],
  [
    'xAI, with the reasoning apart',
    {
      ...{ prompt_tokens: 100, completion_tokens: 20, total_tokens: 150 },
      completion_tokens_details: { reasoning_tokens: 30 },
    },
    { promptTokens: 100, completionTokens: 50, cachedTokens: null, reasoningTokens: 30 },
  ],
  [
    'DeepSeek, with the cache in a field of its own',
    { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, prompt_cache_hit_tokens: 64 },
    { promptTokens: 100, completionTokens: 20, cachedTokens: 64, reasoningTokens: null },
  ],
])('tokens as %s counts them', async (_, given, read) => {
  expect(await usageOf(given)).toEqual(read);
});
