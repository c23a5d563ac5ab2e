import './styles/auth.css';
import { createRouter, parseSearchWith, RouterProvider, stringifySearchWith } from '@tanstack/react-router';
import { ApiProvider } from './api/api-provider.tsx';
import { createTrpcClient } from './api/client.ts';
import { createQueryClient } from './api/query-client.ts';
import { rememberAuthParameters } from './features/auth/continue/remember-auth-parameters.ts';
import { learnAuthenticator } from './features/auth/passkeys/use-has-authenticator.ts';
import { takeChallenge } from './features/auth/second-factor/challenge.ts';
import { beginSession } from './features/session/begin-session.ts';
import { takeAuthParameters } from './features/session/start/auth-parameters.ts';
import { redirectToBareHost } from './features/session/start/bare-host.ts';
import { routeTree } from './routes/auth.gen.ts';
import { start } from './start.tsx';

const redirecting = redirectToBareHost();
// Before the router reads the address.
const challenge = takeChallenge();
const parameters = { ...rememberAuthParameters(takeAuthParameters()), challenge };
const queryClient = createQueryClient();
const client = createTrpcClient();

const router = createRouter({
  routeTree,
  scrollRestoration: false,
  // Tokens and addresses are plain text; the default would read "1e5" as a number.
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
  context: { parameters },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** How long the first render waits for what the browser says about passkeys, in milliseconds. */
const waitForAuthenticatorMs = 200;

const afterMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

if (!redirecting)
  void start(async (config) => {
    beginSession(queryClient, client, parameters, config);
    // Until its route has loaded, the router renders nothing.
    await Promise.all([router.load(), Promise.race([learnAuthenticator(), afterMs(waitForAuthenticatorMs)])]);
    return (
      <ApiProvider queryClient={queryClient} client={client}>
        <RouterProvider router={router} />
      </ApiProvider>
    );
  });
