import { createLlm } from '../apps/server/src/integrations/llm/create-llm.ts';
import type { LlmError, LlmRequest } from '../apps/server/src/integrations/llm/llm.ts';
import { listId, ModelLists } from '../apps/server/src/integrations/llm/model-lists/model-lists.ts';
import { readModelList } from '../apps/server/src/integrations/llm/model-lists/read-model-list.ts';
import { createLog } from '../apps/server/src/log.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { loadEnvFile } from '../apps/server/src/settings/env-file.ts';
import type { ProviderConfig } from '../apps/server/src/settings/setting-values.ts';
import { readArguments } from './arguments.ts';

readArguments(
  `usage: npm run check:models

Asks each configured model provider for a few words, and prints whether it can be reached, which model answers, until when, and what it takes.
It reads the same settings as the server. Each provider gets one to three short requests, which may cost a little.`,
  {},
);

const answerMs = 30_000;
/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const clock = {
  name: 'current_time',
  description: 'Returns the current time.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/** One short request: what came of it, and how long its first word took in milliseconds. */
async function ask(llm: Awaited<ReturnType<typeof createLlm>>, more: Partial<LlmRequest>) {
  const began = performance.now();
  const found = { text: '', pieces: 0, called: false, firstMs: 0, picturesLeftOut: false, toolsLeftOut: false };
  const request: LlmRequest = {
    messages: [{ role: 'user', content: 'Count from one to five in words.' }],
    ...{ premium: false, store: false, signal: AbortSignal.timeout(answerMs) },
    ...more,
  };
  try {
    for await (const event of llm.stream(request)) {
      if (event.type === 'answering') {
        found.picturesLeftOut = event.picturesLeftOut !== undefined;
        found.toolsLeftOut = event.toolsLeftOut === true;
      }
      if (event.type === 'tool-call') found.called = true;
      if (event.type !== 'text') continue;
      found.firstMs ||= Math.round(performance.now() - began);
      found.text += event.text;
      found.pieces += 1;
    }
    return { ...found, problem: null };
  } catch (error) {
    const { message, hint } = error as LlmError;
    return { ...found, problem: hint ?? message };
  }
}

async function check(provider: ProviderConfig): Promise<Record<string, string>> {
  const lists = new ModelLists();
  const list = await readModelList(provider);
  if (list) lists.learn(listId(provider), { list, picked: null });
  const llm = await createLlm({ providers: [provider] }, { log: createLog('silent'), lists });
  const [model] = llm.models();
  const plain = await ask(llm, {});
  const rows: Record<string, string> = {
    reachable: plain.problem ?? 'yes',
    list: list ? `${list.length} models` : 'none',
    picked: model?.name ?? provider.model,
    ends: model?.endsAt ?? 'no end is known',
    window: `${model?.contextWindow ?? 0} tokens`,
  };
  if (plain.problem !== null) return rows;
  const tools = await ask(llm, {
    messages: [{ role: 'user', content: 'What time is it? Use the tool.' }],
    tools: [clock],
  });
  const pictures = await ask(llm, {
    messages: [
      {
        ...{ role: 'user', content: 'Which colour is this picture? Answer with one word.' },
        pictures: [{ type: 'image/png', base64: pixel, name: 'pixel.png' }],
      },
    ],
  });
  return {
    ...rows,
    'first word': `${plain.firstMs} ms`,
    streaming: plain.pieces > 1 ? 'yes' : 'in one piece',
    tools: tools.problem ?? (tools.called ? 'yes' : tools.toolsLeftOut ? 'no' : 'takes them, called none'),
    pictures: pictures.problem ?? (pictures.picturesLeftOut ? 'no' : 'yes'),
  };
}

loadEnvFile(process.env);
const { providers } = readConfig({ APP_SECRET: 'not used by this check', ...process.env }).ai;
if (providers.length === 0) {
  console.log(
    'No model provider is configured. Set a key, such as OPENAI_API_KEY, or AI_PROVIDERS, in .env or the environment, and run this again: docs/models.md.',
  );
}
for (const provider of providers) {
  console.log(`\n${provider.name} (${provider.baseUrl})`);
  for (const [name, value] of Object.entries(await check(provider))) console.log(`  ${name.padEnd(12)}${value}`);
}
process.exit(0);
