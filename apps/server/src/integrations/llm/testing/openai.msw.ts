import { HttpResponse, http } from 'msw';

/** What OpenAI's own host was asked: the bodies, in their order. */
export const askedOpenAi: Record<string, unknown>[] = [];

/** The part of OpenAI's chat completions that we use: streams "Hi" and notes what it was asked. */
export const openAiHandlers = ['https://api.openai.com', 'https://eu.api.openai.com'].map((origin) =>
  http.post(`${origin}/v1/chat/completions`, async ({ request }) => {
    askedOpenAi.push((await request.json()) as Record<string, unknown>);
    const chunks = [{ delta: { content: 'Hi' } }, { delta: {}, finish_reason: 'stop' }];
    const frames = chunks.map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`).join('');
    return new HttpResponse(`${frames}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } });
  }),
);
