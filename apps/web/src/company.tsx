import { createRouter, RouterProvider } from '@tanstack/react-router';
import { CompanyUserContext, findCompanyUser } from './features/company/company-user.ts';
import { takeAuthParameters } from './features/session/start/auth-parameters.ts';
import { redirectToBareHost } from './features/session/start/bare-host.ts';
import { routeTree } from './routes/company.gen.ts';
import { start } from './start.tsx';

const redirecting = redirectToBareHost();
// Before the router reads the address.
const parameters = takeAuthParameters();
const router = createRouter({ routeTree, scrollRestoration: false });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

if (!redirecting)
  void start((config) => (
    <CompanyUserContext value={findCompanyUser(parameters, config)}>
      <RouterProvider router={router} />
    </CompanyUserContext>
  ));
