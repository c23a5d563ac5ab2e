import { HttpResponse, http } from 'msw';

const pages = ['Walnut', 'Walnut and coffee cake'];

/** What Wikipedia was asked for, and by whom. */
export const askedWikipedia: { host: string; words: string; agent: string | null }[] = [];

/** Wikipedia's search over two titles. Like the real one, it finds pages with every word, or with any of words joined by OR. */
export const wikipediaHandlers = [
  http.get('https://:language.wikipedia.org/w/api.php', ({ request }) => {
    const { host, searchParams } = new URL(request.url);
    const words = searchParams.get('srsearch') ?? '';
    askedWikipedia.push({ host, words, agent: request.headers.get('User-Agent') });
    const any = words.split(' OR ');
    const has = (title: string, part: string) => part.split(' ').every((word) => title.toLowerCase().includes(word));
    const found = pages.filter((title) => any.some((part) => has(title, part)));
    const search = found.map((title, i) => ({
      title,
      snippet: '<span>x</span>',
      pageid: i,
      timestamp: '2026-01-01T00:00:00Z',
    }));
    return HttpResponse.json({ batchcomplete: '', query: { search } });
  }),
];
