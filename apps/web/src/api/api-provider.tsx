import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from './query-client.ts';
import { createTrpcClient, type TrpcClient, trpc } from './trpc.ts';

/** Everything below may call the server. `queryClient`: one that knows something already; `client`: how it is called. */
export function ApiProvider(props: { children: ReactNode; queryClient?: QueryClient; client?: TrpcClient }) {
  const [queryClient] = useState(() => props.queryClient ?? createQueryClient());
  const [client] = useState(() => props.client ?? createTrpcClient());
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{props.children}</QueryClientProvider>
    </trpc.Provider>
  );
}
