import { createOpenAI } from '@ai-sdk/openai';
import { HumanMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { describeOnEngines } from '@noek/db/testing/engines';
import { Agent, tool as agentTool, OpenAIChatCompletionsModel, Runner } from '@openai/agents';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../../testing/create-test-app.ts';
import { insertPerson, tokenOf } from '../../testing/sign-in.ts';
import { createScriptedLlm, offeredModel, type ScriptedCall } from '../../testing/stand-ins/scripted-llm.ts';

const city = z.object({ city: z.string() });
const weather = 'Tells the weather of a city.';

/** Asks for the weather, then answers with what the tool said. */
function weatherReport(call: ScriptedCall): void {
  const said = call.request.messages.findLast(({ role }) => role === 'tool');
  if (!said) {
    call.toolCall('weather', { city: 'Oslo' });
    call.finish('tool-calls');
    return;
  }
  call.text('In Oslo it is ');
  call.text(String(said.content));
  call.finish();
}

describeOnEngines('clients of other makers at /v1', (open) => {
  async function start(script: (call: ScriptedCall) => void) {
    const { app, ctx } = createTestApp(await open(), createScriptedLlm(script, [offeredModel('one')]));
    const { id } = await insertPerson(ctx);
    const apiKey = await tokenOf(ctx, id, { scopes: ['chat'], name: 'A client' });
    const fetch = async (input: Request | string | URL, init?: RequestInit) => app.request(new Request(input, init));
    return { apiKey, baseURL: 'http://localhost:5000/v1', fetch };
  }
  const hello = (call: ScriptedCall) => {
    call.text('Hello ');
    call.text('from Noek.');
    call.finish();
  };

  test('the AI SDK asks, streams and calls a tool', async () => {
    const model = createOpenAI(await start(hello)).chat('one');
    expect((await generateText({ model, prompt: 'Hello?', maxRetries: 0 })).text).toBe('Hello from Noek.');
    const pieces: string[] = [];
    const stream = streamText({ model, prompt: 'Hello?', maxRetries: 0 });
    for await (const piece of stream.textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('Hello from Noek.');
    expect(await stream.finishReason).toBe('stop');

    const asked = await generateText({
      model: createOpenAI(await start(weatherReport)).chat('one'),
      prompt: 'How is the weather in Oslo?',
      maxRetries: 0,
      stopWhen: stepCountIs(3),
      tools: {
        weather: tool({ description: weather, inputSchema: city, execute: async ({ city }) => `sunny in ${city}` }),
      },
    });
    expect(asked.text).toContain('sunny in Oslo');
  });

  test('LangChain asks, streams and calls a tool', async () => {
    const { apiKey, ...configuration } = await start(hello);
    const model = new ChatOpenAI({ apiKey, model: 'one', maxRetries: 0, configuration });
    expect((await model.invoke('Hello?')).text).toBe('Hello from Noek.');
    let text = '';
    for await (const piece of await model.stream('Hello?')) text += piece.text;
    expect(text).toBe('Hello from Noek.');

    const { apiKey: key, ...other } = await start(weatherReport);
    const sunny = langchainTool(async ({ city }) => `sunny in ${city}`, {
      name: 'weather',
      description: weather,
      schema: city,
    });
    const able = new ChatOpenAI({ apiKey: key, model: 'one', maxRetries: 0, configuration: other }).bindTools([sunny]);
    const question = new HumanMessage('How is the weather in Oslo?');
    const asked = await able.invoke([question]);
    expect(asked.tool_calls).toMatchObject([{ name: 'weather', args: { city: 'Oslo' } }]);
    const result = await sunny.invoke(asked.tool_calls?.[0] as never);
    expect((await able.invoke([question, asked, result as never])).text).toContain('sunny in Oslo');
  });

  test('the Agents SDK runs a tool in a loop', async () => {
    const client = new OpenAI({ ...(await start(weatherReport)), adminAPIKey: null, maxRetries: 0 });
    const sunny = agentTool({
      name: 'weather',
      description: weather,
      parameters: city,
      execute: async ({ city }) => `sunny in ${city}`,
    });
    const agent = new Agent({
      name: 'Guide',
      instructions: 'Answer shortly.',
      model: new OpenAIChatCompletionsModel(client as never, 'one'),
      tools: [sunny],
    });
    const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, 'How is the weather in Oslo?');
    expect(finalOutput).toContain('sunny in Oslo');
  });
});
