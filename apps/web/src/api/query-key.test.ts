import { createTRPCReact, getQueryKey as keyOfLibrary } from '@trpc/react-query';
import { expect, test } from 'vitest';
import { getQueryKey, trpc } from './trpc.ts';

// The device keeps answers under these keys.
test('[7.04] keys in the query cache are those of @trpc/react-query', () => {
  const library = createTRPCReact() as unknown as typeof trpc;
  const libraryKey = keyOfLibrary as unknown as typeof getQueryKey;
  for (const input of [undefined, { archived: true }, { archived: true, cursor: 'c', direction: 'forward' }])
    for (const type of ['query', 'infinite', 'any'] as const)
      expect(getQueryKey(trpc.chat.conversations, input, type)).toEqual(
        libraryKey(library.chat.conversations, input, type),
      );
});
