import { createRouter, parseSearchWith, RouterProvider, stringifySearchWith } from '@tanstack/react-router';
import { ApiProvider } from './api/api-provider.tsx';
import { createQueryClient } from './api/query-client.ts';
import { recallArrival } from './features/auth/recall-arrival.ts';
import { takeArrival } from './features/session/arrival.ts';
import { leaveWww } from './features/session/bare-host.ts';
import { beginSession } from './features/session/begin-session.ts';
import { routeTree } from './routes/auth.gen.ts';
import { start } from './start.tsx';

const leaving = leaveWww();
// Before the router reads the address.
const arrival = recallArrival(takeArrival());
const queryClient = createQueryClient();

const router = createRouter({
  routeTree,
  scrollRestoration: false,
  // Tokens and addresses are plain text; the default would read "1e5" as a number.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  context: { arrival },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

if (!leaving)
  void start((config) => {
    beginSession(queryClient, arrival, config);
    return (
      <ApiProvider queryClient={queryClient}>
        <RouterProvider router={router} />
      </ApiProvider>
    );
  });
