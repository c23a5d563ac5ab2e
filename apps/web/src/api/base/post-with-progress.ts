/** `type` is the media type of the body; absent: the body has its own. */
export type Posting = { signal: AbortSignal; onProgress?: (share: number) => void; type?: string };

/**
 * `fetch` for a long body. `onProgress` gets the share that was sent, which `fetch` does not tell. Throws the reason of the signal, and a
 * TypeError if no answer came.
 */
export function postWithProgress(
  path: string,
  body: Blob | FormData,
  { signal, onProgress, type }: Posting,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new TypeError('No answer came.'));
    request.onload = () => {
      const { status, statusText, responseText } = request;
      const answered = request.getResponseHeader('Content-Type');
      const headers: Record<string, string> = answered === null ? {} : { 'Content-Type': answered };
      resolve(new Response(responseText, { status, statusText, headers }));
    };
    request.open('POST', path);
    if (type !== undefined) request.setRequestHeader('Content-Type', type);
    request.send(body);
  });
}
