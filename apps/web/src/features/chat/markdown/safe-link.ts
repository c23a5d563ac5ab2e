/**
 * The link target if an answer may lead to it, otherwise null. Targets are absolute http, https or mailto addresses. Relative
 * addresses are rejected because an answer has no address of its own, and so are addresses that contain a login.
 */
export function safeLink(target: string | null | undefined): string | null {
  if (!target) return null;
  const trimmed = target.trim();
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
