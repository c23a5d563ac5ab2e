/**
 * An answer that is neither a success nor a refusal in the server's own words (a proxy's page, say) as an error: its status,
 * a colon, and its text, or the name of the status where there is none. Resolves to null for any other answer.
 */
export async function failedAnswer(answer: Response): Promise<Error | null> {
  if (answer.ok || answer.headers.get('Content-Type')?.startsWith('application/json')) return null;
  const text = (await answer.text()).trim();
  return new Error(`${answer.status}: ${text || answer.statusText}`);
}
