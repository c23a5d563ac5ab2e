import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createTrpcClient, type TrpcClient } from './client.ts';
import { createQueryClient } from './query-client.ts';
import { trpc } from './trpc.ts';

/** Provides tRPC and React Query. `queryClient`: one with cached data; `client`: a configured tRPC client. */
export function ApiProvider(props: { children: ReactNode; queryClient?: QueryClient; client?: TrpcClient }) {
  const [queryClient] = useState(() => props.queryClient ?? createQueryClient());
  const [client] = useState(() => props.client ?? createTrpcClient());
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </trpc.Provider>
  );
}
