import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from './query-client.ts';
import { createTrpcClient, trpc } from './trpc.ts';

/**
 * Everything below may call the server. `queryClient`: one that knows something already. `sessionCheck`: what calls wait
 * for, other than those of auth.
 */
export function ApiProvider(props: {
  children: ReactNode;
  queryClient?: QueryClient;
  sessionCheck?: (queries: QueryClient) => Promise<unknown> | null;
}) {
  const { children, queryClient, sessionCheck } = props;
  const [queries] = useState(() => queryClient ?? createQueryClient());
  const [client] = useState(() => createTrpcClient(() => sessionCheck?.(queries) ?? null));
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
