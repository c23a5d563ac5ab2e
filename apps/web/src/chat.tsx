import { createRouter, RouterProvider } from '@tanstack/react-router';
import { ApiProvider } from './api/api-provider.tsx';
import { acceptLogin, takeLoginToken } from './features/session/accept-login.ts';
import { routeTree } from './routes/chat.gen.ts';
import { start } from './start.tsx';

// Before the router reads the address.
const token = takeLoginToken();

const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

void start(
  <ApiProvider>
    <RouterProvider router={router} />
  </ApiProvider>,
  async () => {
    if (token) await acceptLogin(token);
  },
);
