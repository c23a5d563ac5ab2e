import { expect, test } from 'vitest';
import { kindOf } from './file-kind.ts';

test.each([
  ['application/vnd.oasis.opendocument.text', 'a.odt', 'document'],
  ['application/rtf', 'a.rtf', 'document'],
  ['application/epub+zip', 'a.epub', 'document'],
  ['message/rfc822', 'a.eml', 'document'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'a.ods', 'sheets'],
  ['application/vnd.oasis.opendocument.presentation', 'a.odp', 'slides'],
  ['text/plain', 'a.csv', 'table'],
  ['text/plain', 'a.html', 'text'],
])('%s, %s is shown as %s', (type, name, kind) => {
  expect(kindOf({ type, name })).toBe(kind);
});
