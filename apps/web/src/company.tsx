import { createRouter, RouterProvider } from '@tanstack/react-router';
import { routeTree } from './routes/company.gen.ts';
import { start } from './start.tsx';

const router = createRouter({ routeTree, scrollRestoration: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

void start(<RouterProvider router={router} />);
