import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ForeignSource } from '../importer.ts';

const maxIdLength = 128;
const maxOriginLength = 64;
const hashLength = 32;

/** A part of the SHA-256 of a text, in hexadecimal. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, hashLength);

/** The id of a message or file, hashed if it is too long. */
export const idOf = (id: string): string => (id.length <= maxIdLength ? id : hashOf(id));

/** What names a conversation of a product in every export of it. */
export function originOf(source: ForeignSource, id: string): string {
  const origin = `${source}:${id}`;
  return origin.length <= maxOriginLength ? origin : `${source}:${hashOf(id)}`;
}
