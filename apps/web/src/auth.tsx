import { createRouter, parseSearchWith, RouterProvider, stringifySearchWith } from '@tanstack/react-router';
import { ApiProvider } from './api/api-provider.tsx';
import { routeTree } from './routes/auth.gen.ts';
import { start } from './start.tsx';

const router = createRouter({
  routeTree,
  scrollRestoration: false,
  // Tokens and addresses are plain text; the default would read "1e5" as a number.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

void start(
  <ApiProvider>
    <RouterProvider router={router} />
  </ApiProvider>,
);
