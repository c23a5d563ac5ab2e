import { once } from 'node:events';
import { createOpenAI } from '@ai-sdk/openai';
import { HumanMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { describeOnEngines } from '@noek/db/testing/engines';
import { Agent, tool as agentTool, OpenAIResponsesModel, Runner } from '@openai/agents';
import { generateText, type ModelMessage, Output, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { zodResponsesFunction, zodTextFormat } from 'openai/helpers/zod';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../../testing/create-test-app.ts';
import { freePort } from '../../testing/free-port.ts';
import { insertPerson, tokenOf } from '../../testing/sign-in.ts';
import { createScriptedLlm, offeredModel, type ScriptedCall } from '../../testing/stand-ins/scripted-llm.ts';
import { createNodeServer } from '../../transports/node-server.ts';

const city = z.object({ city: z.string() });
const weather = 'Tells the weather of a city.';

/** Says that it looks, asks for the weather, then answers with what the tool said. */
function weatherReport(call: ScriptedCall): void {
  const said = call.request.messages.findLast(({ role }) => role === 'tool');
  if (!said) {
    call.text('One moment.');
    call.toolCall('weather', { city: 'Oslo' });
    call.finish('tool-calls');
    return;
  }
  call.text('In Oslo it is ');
  call.text(String(said.content));
  call.finish();
}

const hello = (call: ScriptedCall) => {
  call.text('Hello ');
  call.text('from Noek.');
  call.finish();
};
const json = (call: ScriptedCall) => {
  call.text('{"city":');
  call.text('"Oslo"}');
  call.finish();
};

describeOnEngines('clients of responses, over a real connection', (open) => {
  async function start(script: (call: ScriptedCall) => void) {
    const port = await freePort();
    const llm = createScriptedLlm(script, [offeredModel('one')]);
    const { app, ctx } = createTestApp(await open(), llm, { env: { PORT: String(port) } });
    const server = createNodeServer(app.fetch);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    });
    const { id } = await insertPerson(ctx);
    const apiKey = await tokenOf(ctx, id, { scopes: ['chat'], name: 'A client' });
    return { llm, settings: { apiKey, baseURL: `http://127.0.0.1:${port}/v1` } };
  }
  const openai = async (script: (call: ScriptedCall) => void) => {
    const { llm, settings } = await start(script);
    return { llm, client: new OpenAI({ ...settings, adminAPIKey: null, maxRetries: 0 }) };
  };
  const last = (llm: { calls: ScriptedCall[] }) => llm.calls.at(-1)?.request.messages ?? [];

  test.each(['noek', 'one'])('the official package creates, streams and parses (%s)', async (model) => {
    const { client } = await openai(hello);
    expect((await client.responses.create({ model, input: 'Hello?' })).output_text).toBe('Hello from Noek.');
    let said = '';
    for await (const event of await client.responses.create({ model, input: 'Hello?', stream: true }))
      if (event.type === 'response.output_text.delta') said += event.delta;
    expect(said).toBe('Hello from Noek.');
    const stream = client.responses.stream({ model, input: 'Hello?' });
    expect((await stream.finalResponse()).output_text).toBe('Hello from Noek.');

    const { client: other } = await openai(json);
    const asked = { model, input: 'Which city?', text: { format: zodTextFormat(city, 'city') } };
    expect((await other.responses.parse(asked)).output_parsed).toEqual({ city: 'Oslo' });
    expect((await other.responses.stream(asked).finalResponse()).output_parsed).toEqual({ city: 'Oslo' });
  });

  test.each(['noek', 'one'])('the official package answers calls of tools (%s)', async (model) => {
    const { client } = await openai(weatherReport);
    const tools = [zodResponsesFunction({ name: 'weather', description: weather, parameters: city })];
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'How is the weather in Oslo?' }];
    const first = await client.responses.stream({ model, tools, input }).finalResponse();
    const call = first.output.find((item) => item.type === 'function_call');
    expect(call).toMatchObject({ name: 'weather', parsed_arguments: { city: 'Oslo' } });
    input.push(...(first.output as unknown as OpenAI.Responses.ResponseInput));
    input.push({ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'sunny' });
    expect((await client.responses.parse({ model, tools, input })).output_text).toBe('In Oslo it is sunny');
  });

  test.each(['noek', 'one'])('the default provider of the AI SDK asks, streams and continues (%s)', async (name) => {
    const { llm, settings } = await start(hello);
    const model = createOpenAI(settings)(name);
    const messages: ModelMessage[] = [{ role: 'user', content: 'Hello?' }];
    const asked = await generateText({ model, messages, maxRetries: 0 });
    expect(asked).toMatchObject({ text: 'Hello from Noek.', finishReason: 'stop' });
    expect(asked.usage.inputTokens).toBeGreaterThan(0);
    // It refers to the answer instead of sending it again.
    messages.push(...asked.response.messages, { role: 'user', content: 'And?' });
    const stream = streamText({ model, messages, maxRetries: 0 });
    const pieces: string[] = [];
    for await (const piece of stream.textStream) pieces.push(piece);
    expect(pieces.join('')).toBe('Hello from Noek.');
    messages.push(...(await stream.response).messages, { role: 'user', content: 'Still?' });
    expect((await generateText({ model, messages, maxRetries: 0 })).text).toBe('Hello from Noek.');
    expect(last(llm).filter(({ content }) => content === 'Hello from Noek.')).toHaveLength(2);
  });

  test.each(['noek', 'one'])('the default provider of the AI SDK runs tools, and reads objects (%s)', async (name) => {
    const { llm, settings } = await start(weatherReport);
    const asked = {
      model: createOpenAI(settings)(name),
      prompt: 'How is the weather in Oslo?',
      maxRetries: 0,
      stopWhen: stepCountIs(3),
      tools: {
        weather: tool({ description: weather, inputSchema: city, execute: async ({ city }) => `sunny in ${city}` }),
      },
    };
    expect((await generateText(asked)).text).toBe('In Oslo it is sunny in Oslo');
    const stream = streamText(asked);
    await stream.consumeStream();
    expect(await stream.text).toBe('In Oslo it is sunny in Oslo');
    const spoken = last(llm).filter(({ role }) => role === 'assistant' || role === 'tool');
    expect(spoken).toMatchObject([
      { role: 'assistant', content: 'One moment.', toolCalls: [{ name: 'weather' }] },
      { role: 'tool', content: 'sunny in Oslo' },
    ]);
    const { settings: others } = await start(json);
    const { output } = await generateText({
      ...{ model: createOpenAI(others)(name), prompt: 'Which city?', maxRetries: 0 },
      output: Output.object({ schema: city }),
    });
    expect(output).toEqual({ city: 'Oslo' });
  });

  test('the AI SDK continues a response that is kept', async () => {
    const { llm, settings } = await start(hello);
    const model = createOpenAI(settings)('noek');
    const ask = (prompt: string, more: object) =>
      generateText({ model, prompt, maxRetries: 0, providerOptions: { openai: { store: true, ...more } } });
    const { providerMetadata } = await ask('I drink tea.', {});
    await ask('What do I drink?', { previousResponseId: providerMetadata?.openai?.responseId });
    expect(last(llm).map(({ content }) => content)).toEqual(
      expect.arrayContaining(['I drink tea.', 'Hello from Noek.', 'What do I drink?']),
    );
  });

  test('the Agents SDK runs a tool in a loop, as it is set up from the start', async () => {
    const { client } = await openai(weatherReport);
    const sunny = agentTool({
      ...{ name: 'weather', description: weather, parameters: city },
      execute: async ({ city }) => `sunny in ${city}`,
    });
    const agent = new Agent({
      ...{ name: 'Guide', instructions: 'Answer shortly.', tools: [sunny] },
      model: new OpenAIResponsesModel(client as never, 'one'),
    });
    const runner = new Runner({ tracingDisabled: true });
    expect((await runner.run(agent, 'How is the weather in Oslo?')).finalOutput).toContain('sunny in Oslo');
    const stream = await runner.run(agent, 'How is the weather in Oslo?', { stream: true });
    await stream.completed;
    expect(stream.finalOutput).toContain('sunny in Oslo');
  });

  test('LangChain asks, streams and calls a tool over responses', async () => {
    const { settings } = await start(hello);
    const made = ({ apiKey, baseURL }: typeof settings) =>
      new ChatOpenAI({ apiKey, model: 'one', maxRetries: 0, useResponsesApi: true, configuration: { baseURL } });
    const model = made(settings);
    expect((await model.invoke('Hello?')).text).toBe('Hello from Noek.');
    let text = '';
    for await (const piece of await model.stream('Hello?')) text += piece.text;
    expect(text).toBe('Hello from Noek.');

    const sunny = langchainTool(async ({ city }) => `sunny in ${city}`, {
      ...{ name: 'weather', description: weather, schema: city },
    });
    const able = made((await start(weatherReport)).settings).bindTools([sunny]);
    const question = new HumanMessage('How is the weather in Oslo?');
    const asked = await able.invoke([question]);
    expect(asked.tool_calls).toMatchObject([{ name: 'weather', args: { city: 'Oslo' } }]);
    const result = await sunny.invoke(asked.tool_calls?.[0] as never);
    expect((await able.invoke([question, asked, result as never])).text).toContain('sunny in Oslo');
  });
});
