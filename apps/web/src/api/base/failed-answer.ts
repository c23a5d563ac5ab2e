/**
 * Turns a response that is neither a success, nor a 304, nor a refusal by our server (such as a proxy's error page) into an error whose message
 * is the status, a colon, and the text (or the status text if the body is empty). Resolves to null for any other response.
 */
export async function failedAnswer(answer: Response): Promise<Error | null> {
  if (answer.ok || answer.status === 304 || answer.headers.get('Content-Type')?.startsWith('application/json'))
    return null;
  const text = (await answer.text()).trim();
  return new Error(`${answer.status}: ${text || answer.statusText}`);
}
