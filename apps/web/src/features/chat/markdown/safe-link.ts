/**
 * A link target that an answer may lead to, or null: absolute http, https or mailto. Nothing relative (an answer has no
 * address of its own), nothing with a login in it.
 */
export function safeLink(target: string | null | undefined): string | null {
  if (!target) return null;
  const trimmed = target.trim();
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
