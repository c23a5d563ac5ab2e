/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';
import { ReadingProblem } from './read-result.ts';

type Handlers = {
  /** Names of elements come without their prefix, those of attributes with it. */
  open?: (name: string, attributes: () => Record<string, string | undefined>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|apos|gt|lt|quot));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** Replaces the entities that every XML text has. saxen's own function breaks characters beyond U+FFFF. */
const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Walks through an XML text. Entities of its own are not replaced. Throws ReadingProblem if it is not well-formed. */
export function eachElement(xml: string, { open, text, close }: Handlers): void {
  const parser = new Parser();
  let problem: Error | null = null;
  parser.on('error', (error) => {
    problem ??= error;
    parser.stop();
  });
  parser.on('warn', () => {});
  parser.on('openTag', (name, getAttributes) => open?.(localName(name), () => attributesOf(getAttributes())));
  parser.on('text', (raw) => text?.(unescaped(raw)));
  parser.on('cdata', (raw) => text?.(raw));
  parser.on('closeTag', (name) => close?.(localName(name)));
  parser.parse(xml.replace(/^\ufeff/, ''));
  if (problem) throw new ReadingProblem('This file is damaged or incomplete.', { cause: problem });
}

const attributesOf = (raw: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, unescaped(value)]));
