import { createHmac, randomInt } from 'node:crypto';
import type { Config } from '../../../../settings/config.ts';

/** Without vowels, so that it forms no words, and without letters that look like others (RFC 8628, 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** A code that a person types: "BCDF-GHJK". */
export function newUserCode(): string {
  return shown(Array.from({ length }, () => letters[randomInt(letters.length)]).join(''));
}

/** The code that a person meant, however they wrote it; null if it cannot be one. */
export function readUserCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s\p{Pd}.]/gu, '');
  return plain.length === length && [...plain].every((letter) => letters.includes(letter)) ? shown(plain) : null;
}

/** What is stored instead of a code. It is keyed, because so short a code could be found by trying all. */
export const hashUserCode = ({ secret }: Pick<Config, 'secret'>, code: string): string =>
  createHmac('sha256', secret).update(`device code ${code}`).digest('base64url');

const shown = (plain: string) => `${plain.slice(0, length / 2)}-${plain.slice(length / 2)}`;
