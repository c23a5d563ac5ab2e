import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from './query-client.ts';
import { createTrpcClient, type TrpcClient, TrpcContext } from './trpc.ts';

/** Provides tRPC and React Query. `queryClient`: one with cached data; `client`: a configured tRPC client. */
export function ApiProvider(props: { children: ReactNode; queryClient?: QueryClient; client?: TrpcClient }) {
  const [queryClient] = useState(() => props.queryClient ?? createQueryClient());
  const [client] = useState(() => props.client ?? createTrpcClient());
  return (
    <TrpcContext value={client}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </TrpcContext>
  );
}
