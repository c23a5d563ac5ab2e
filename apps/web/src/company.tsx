import { createRouter, RouterProvider } from '@tanstack/react-router';
import { CompanyUserContext, findCompanyUser } from './features/company/company-user.ts';
import { takeArrival } from './features/session/arrival.ts';
import { leaveWww } from './features/session/bare-host.ts';
import { routeTree } from './routes/company.gen.ts';
import { start } from './start.tsx';

const leaving = leaveWww();
// Before the router reads the address.
const arrival = takeArrival();
const router = createRouter({ routeTree, scrollRestoration: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

if (!leaving)
  void start((config) => (
    <CompanyUserContext value={findCompanyUser(arrival, config)}>
      <RouterProvider router={router} />
    </CompanyUserContext>
  ));
