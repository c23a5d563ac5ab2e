import http from 'node:http';
import https from 'node:https';

/** `mostCharacters`: a longer answer is not read. `body`: sent by POST; without one, the request is a GET. */
type Limits = { timeoutMs: number; mostCharacters: number; body?: object; headers?: Record<string, string> };

/** What an address answers with status 200 as JSON; null for any other response. Redirects are not followed. Never rejects. */
export function readJson(url: string, { timeoutMs, mostCharacters, body, headers }: Limits): Promise<unknown> {
  return new Promise((resolve) => {
    const { request: ask } = url.startsWith('https:') ? https : http;
    const sent = body ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } } : { headers };
    const request = ask(url, { agent: false, ...sent }, (response) => {
      const json = /^application\/json\b/i.test(response.headers['content-type'] ?? '');
      if (response.statusCode !== 200 || !json) return giveUp();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > mostCharacters) giveUp();
      });
      response.once('error', giveUp);
      response.once('end', () => {
        clearTimeout(timer);
        resolve(parsed(text));
      });
    });
    const giveUp = () => {
      clearTimeout(timer);
      request.destroy();
      resolve(null);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    request.once('error', giveUp);
    request.end(body && JSON.stringify(body));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
