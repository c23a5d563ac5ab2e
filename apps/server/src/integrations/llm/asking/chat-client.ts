import { APIConnectionError, APIError, type ClientOptions, OpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { isObject } from '../json.ts';

const path = '/chat/completions';

/**
 * The package's client for one provider, whose key does not change. The address and headers come from the package and are the same for
 * every answer, so they are built once; its errors are used, too. Its way of making a request is not: it prepares retries and
 * time-outs, which our calls have themselves, and its promises keep whole answers from being collected while they are young.
 */
export class ChatClient extends OpenAI {
  readonly #fetch: typeof globalThis.fetch;
  #target: Promise<{ url: string; headers: Headers }> | undefined;

  constructor(options: ClientOptions & { fetch: typeof globalThis.fetch }) {
    super(options);
    this.#fetch = options.fetch;
  }

  /** The response with a streamed answer. Throws APIConnectionError, or the APIError of the response's status. */
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
    const { status, headers } = response;
    const text = await response.text();
    const body = parsed(text);
    // A body that is not JSON is the error's message, as in the package.
    return body
      ? this.makeStatusError(status, body, undefined, headers)
      : APIError.generate(status, undefined, text, headers);
  }
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
