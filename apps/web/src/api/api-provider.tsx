import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from './query-client.ts';
import { createTrpcClient, trpc } from './trpc.ts';

/** Everything below may call the server. `queryClient`: one that knows something already. */
export function ApiProvider({ children, queryClient }: { children: ReactNode; queryClient?: QueryClient }) {
  const [queries] = useState(() => queryClient ?? createQueryClient());
  const [client] = useState(createTrpcClient);
  return (
    <trpc.Provider client={client} queryClient={queries}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
