import { HttpResponse, http } from 'msw';

/** The part of Brave Search that we use: one result whose title has markup, and none for "nothing". */
export const braveHandlers = [
  http.get('https://api.search.brave.com/res/v1/web/search', ({ request }) => {
    const { searchParams } = new URL(request.url);
    if (request.headers.get('X-Subscription-Token') !== 'brave-key') return new HttpResponse(null, { status: 422 });
    if (searchParams.get('q') === 'nothing') return HttpResponse.json({ type: 'search' });
    const result = {
      url: 'https://example.org/brave',
      title: 'Rock <strong>&amp; roll</strong>',
      description: '<strong>Rock</strong>',
      age: '2 days ago',
    };
    return HttpResponse.json({
      type: 'search',
      web: { results: Array(Number(searchParams.get('count'))).fill(result) },
    });
  }),
];
