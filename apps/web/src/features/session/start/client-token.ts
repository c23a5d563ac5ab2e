import type { User } from '@noek/contract/auth/schemas';
import { eachSwitch } from '@noek/contract/auth/switches';

const validForMs = 15 * 60_000;

/**
 * The user in a token that was made by a page: JSON with user, timestamp (ms) and domain, plain or in base64. Null for anything else, and
 * 15 minutes after it was made. Anyone can forge one, so its user is shown only until the server has answered, and never as an
 * administrator.
 */
export function clientTokenUser(token: string): User | null {
  const { user, timestamp } = parse(token) ?? parse(decoded(token)) ?? {};
  const age = Date.now() - Number(timestamp ?? Number.NaN);
  if (!(age >= 0 && age < validForMs)) return null;
  if (typeof user?.id !== 'string' || typeof user.name !== 'string' || typeof user.email !== 'string') return null;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    accessLevel: 'basic',
    specialFeatures: [],
    ...eachSwitch(() => true),
    emailVerified: false,
    instructions: '',
  };
}

function parse(text: string): { user?: Partial<User>; timestamp?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text.startsWith('%7B') ? decodeURIComponent(text) : text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}

/** A plus sign in an address is read as a space. */
function decoded(base64: string): string {
  try {
    const binary = atob(base64.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}
