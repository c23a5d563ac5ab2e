import { HttpResponse, http } from 'msw';

/** The part of Tavily that we use. */
export const tavilyHandlers = [
  http.post('https://api.tavily.com/search', async ({ request }) => {
    if (request.headers.get('Authorization') !== 'Bearer tavily-key') return new HttpResponse(null, { status: 401 });
    const { query, max_results } = (await request.json()) as { query: string; max_results: number };
    const results = Array.from({ length: max_results }, (_, i) => ({
      url: `https://example.org/${i}`,
      title: query,
      content: 'A snippet.',
      score: 0.9,
    }));
    return HttpResponse.json({ query, results });
  }),
];
