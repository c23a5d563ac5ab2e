/**
 * Whether an address is https, or http on this machine. Keys and sign-ins pass over these connections, so they must not be open to
 * interception.
 */
export function isPrivateConnection(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
  );
}
