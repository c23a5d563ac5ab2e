import { APIConnectionError, type APIError, type ClientOptions, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';

const path = '/chat/completions';

/**
 * The package's client for one provider, whose key does not change. The address and headers come from the package and are the same for
 * every answer, so they are built once; its errors are used, too. Its way of making a request is not: it prepares retries and
 * time-outs, which our calls have themselves, and remembers every call in WeakMaps. Their entries survive the collection of young
 * objects, with everything that belongs to the answer, which took a quarter of the time of all collections.
 */
export class ChatClient extends OpenAI {
  readonly #fetch: typeof globalThis.fetch;
  #target: Promise<{ url: string; headers: Headers }> | undefined;

  constructor(options: ClientOptions & { fetch: typeof globalThis.fetch }) {
    super(options);
    this.#fetch = options.fetch;
  }

  /** The response with a streamed answer. Throws APIError: APIConnectionError, or that of the response's status. */
  async stream(body: ChatCompletionCreateParamsStreaming, signal: AbortSignal): Promise<Response> {
    this.#target ??= this.#findTarget();
    const { url, headers } = await this.#target;
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
    const response = await this.#fetch(url, request).catch((cause: Error) => {
      throw new APIConnectionError({ cause });
    });
    if (response.ok) return response;
    throw await this.#errorOf(response);
  }

  async #findTarget(): Promise<{ url: string; headers: Headers }> {
    const { url, req } = await this.buildRequest({ method: 'post', path, body: {}, stream: true });
    return { url, headers: req.headers };
  }

  async #errorOf(response: Response): Promise<APIError> {
    const text = await response.text();
    const { status, headers } = response;
    try {
      return this.makeStatusError(status, JSON.parse(text), undefined, headers);
    } catch {
      return this.makeStatusError(status, {}, text, headers);
    }
  }
}
