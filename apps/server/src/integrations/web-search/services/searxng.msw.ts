import { HttpResponse, http } from 'msw';

export const searxngUrl = 'http://search.example/searxng';

/** A SearXNG instance that finds two pages. Without `format=json` it answers 403, like one that does not list that format. */
export const searxngHandlers = [
  http.get(`${searxngUrl}/search`, ({ request }) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.get('format') !== 'json') return new HttpResponse(null, { status: 403 });
    const result = (n: number) => ({
      url: `https://example.org/${n}`,
      title: `${searchParams.get('q')} ${n}`,
      content: 'A snippet.',
      engine: 'test',
      score: 1,
      publishedDate: null,
    });
    return HttpResponse.json({ results: [result(1), result(2)], unresponsive_engines: [['other', 'timeout']] });
  }),
];
