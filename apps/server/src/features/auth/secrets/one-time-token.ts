import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in a cookie and in a link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored instead of a token, so that a leaked table gives no access. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
