// @vitest-environment happy-dom
import type { DocumentPart, LiveEvent } from '@noek/contract/chat/stream';
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { applyDocumentParts, readWrittenId, useWrittenDocuments, writtenId } from './written-documents.ts';

const part = (from: number, text: string | null): LiveEvent => ({
  ...{ type: 'document-part', messageId: 'm' },
  part: { key: '0-0', title: 'Plan', kind: 'markdown', from, text } satisfies DocumentPart,
});

test('a document grows with its parts, is replaced as a whole, and goes', () => {
  const { result } = renderHook(() => useWrittenDocuments('m'));
  const apply = (...events: LiveEvent[]) => act(() => applyDocumentParts(events));
  apply(part(0, 'one '), part(4, 'two'));
  expect(result.current).toEqual([{ key: '0-0', title: 'Plan', kind: 'markdown', text: 'one two', replaced: 0 }]);
  apply(part(0, 'other'));
  expect(result.current).toMatchObject([{ text: 'other', replaced: 1 }]);
  apply(part(0, null));
  expect(result.current).toEqual([]);
  apply(part(0, 'again'));
  apply({ type: 'hello' });
  expect(result.current).toEqual([]);
});

test('the place of a document that is being written is no id of a document', () => {
  expect(readWrittenId(writtenId('m1', '0-3'))).toEqual({ messageId: 'm1', key: '0-3' });
  expect(readWrittenId('all')).toBeNull();
});
