import type { AppRouter } from '@noek/server/router';
import type { TRPCClient } from '@trpc/client';
import { expect, test } from 'vitest';
import type { NoekApi } from './types.ts';

/** What tRPC's own client has, too. */
type Called = {
  [Router in keyof NoekApi]: {
    [Name in keyof NoekApi[Router]]: NoekApi[Router][Name] extends { iterate: unknown }
      ? Pick<NoekApi[Router][Name], 'subscribe' & keyof NoekApi[Router][Name]>
      : NoekApi[Router][Name];
  };
};

test('the compiler finds every procedure of the declarations in the router of the server, with the same types', () => {
  const same = (client: TRPCClient<AppRouter>): Called => client;
  expect(same).toBeTypeOf('function');
});
