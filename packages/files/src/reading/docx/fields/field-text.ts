import { childOf, numberOf, switchOf } from '../../word-tree.ts';
import { symbolOf } from '../symbols.ts';
import { equationText } from './equation-field.ts';
import type { Field } from './field-stack.ts';

export const tickedBox = '☒';
export const emptyBox = '☐';

/** What a field of a form shows, told from its state (ECMA-376, 17.16.11 and 17.16.9); null if it is no box and no list. */
export function formText({ form }: Field): string | null {
  const box = childOf(form, 'checkBox');
  if (box) return (switchOf(box, 'checked') ?? switchOf(box, 'default') ?? false) ? tickedBox : emptyBox;
  const list = childOf(form, 'ddList');
  if (!list) return null;
  const entries = list.children.filter(({ name }) => name === 'listEntry');
  return entries[numberOf(list, 'result') ?? numberOf(list, 'default') ?? 0]?.attributes.val ?? '';
}

/** What Word shows for a field that has no stored result because its code says all; "" for others, whose values are not known. */
export function textOfCode(code: string): string {
  const [, name = '', rest = ''] = /^\s*([A-Za-z]+)([\s\S]*)$/.exec(code) ?? [];
  switch (name.toUpperCase()) {
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return rest.trim().replace(/^("[^"]*"|\S+)\s*/, '');
    case 'QUOTE':
      return (/^\s*"([^"]*)"/.exec(rest) ?? [])[1] ?? '';
    case 'SYMBOL':
      return symbolInCode(rest);
    case 'EQ':
      return equationText(rest);
    default:
      return '';
  }
}

function symbolInCode(rest: string): string {
  const [, code = ''] = /^\s*"?(0x[\da-f]+|\d+|\S)/i.exec(rest) ?? [];
  const [, quoted, bare] = /\\f\s*(?:"([^"]*)"|(\S+))/i.exec(rest) ?? [];
  const value = code.length === 1 && !/\d/.test(code) ? code.charCodeAt(0) : Number(code);
  return Number.isFinite(value) ? symbolOf(quoted ?? bare ?? '', value) : '';
}

/** Where a field leads, if it is a link to somewhere outside of the document (ECMA-376, 17.16.5.25). */
export function addressInCode(code: string): string | null {
  const [, rest] = /^\s*HYPERLINK\b([\s\S]*)$/i.exec(code) ?? [];
  if (rest === undefined) return null;
  // Switches may come before the address, and those with a value take it with them.
  const words = rest.match(/"(?:\\.|[^"\\])*"|\S+/g) ?? [];
  let address = '';
  let place = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (/^\\[lot]$/i.test(word)) {
      at++;
      if (word.toLowerCase() === '\\l') place = unquoted(words[at] ?? '');
    } else if (!/^\\[a-z]$/i.test(word) && address === '') address = unquoted(word);
  }
  if (address === '') return null;
  return place === '' ? address : `${address}#${place}`;
}

const unquoted = (word: string) => word.replace(/^"|"$/g, '').replace(/\\(["\\])/g, '$1');
