/** How many texts stay unfolded. */
const most = 50;
const texts = new Set<string>();

/** Whether a long text was shown in full, so that it is not folded when a list mounts it again. */
export const wasUnfolded = (text: string): boolean => texts.has(text);

/** Remembers, for as long as the page lives, whether a long text is shown in full. */
export function rememberUnfolded(text: string, isUnfolded: boolean): void {
  texts.delete(text);
  if (!isUnfolded) return;
  texts.add(text);
  const [oldest] = texts;
  if (texts.size > most && oldest !== undefined) texts.delete(oldest);
}
