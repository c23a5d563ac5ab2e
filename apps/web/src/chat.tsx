import './styles/chat.css';
import { authorizePath } from '@noek/contract/auth/app-paths';
import type { PublicConfig } from '@noek/contract/config/schemas';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { ApiProvider } from './api/api-provider.tsx';
import { createTrpcClient, type TrpcClient } from './api/client.ts';
import { createQueryClient } from './api/query-client.ts';
import { openedConversation, readOpened } from './features/chat/cache/read-opened.ts';
import { loadThreadAndMarkdown } from './features/chat/conversation/load-thread.ts';
import { loadLocalCache } from './features/chat/local-cache/use-local-cache.ts';
import { loadSignedInCode } from './features/chat/signed-in-code.ts';
import { registerShellOfApp } from './features/offline/register-shell.ts';
import { beginSession } from './features/session/begin-session.ts';
import { confirmedUser, isSignedIn, sessionCheck } from './features/session/current-user.ts';
import { takeAuthParameters } from './features/session/start/auth-parameters.ts';
import { redirectToBareHost } from './features/session/start/bare-host.ts';
import { storedUser } from './features/session/start/stored-user.ts';
import { LaterUpdateBanner } from './features/updates/later-update-banner.tsx';
import { routeTree } from './routes/chat.gen.ts';
import { start } from './start.tsx';

const redirecting = redirectToBareHost();
// Before the router reads the address.
const parameters = takeAuthParameters();
const queryClient = createQueryClient();
const client: TrpcClient = createTrpcClient(
  () => sessionCheck(queryClient, client),
  () => isSignedIn(queryClient),
  async () => (await import('./features/auth/proof/ask-proof.tsx')).askProof(client, queryClient),
);

const createChatRouter = ({ origins }: PublicConfig) =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: false,
    context: { authOrigin: origins.auth, confirmedUser: () => confirmedUser(queryClient, client) },
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createChatRouter>;
  }
}

/** Loads what the first render needs: the part of the page that this device keeps for its last user, and the code that shows it. */
async function showKept(): Promise<void> {
  const user = storedUser();
  if (!user) return;
  const conversationId = openedConversation(window.location);
  const code = Promise.all([loadSignedInCode(), conversationId === null ? null : loadThreadAndMarkdown()]);
  const { openKept } = await loadLocalCache();
  await openKept(queryClient, user.id, conversationId, code);
}

/** How long the first render waits until it is known who is here, in milliseconds. Meanwhile the shell is on screen. */
const waitForWhoMs = 1_000;

/**
 * Waits for the server's answer in a browser that keeps no person, and for the code that only signed-in people need: otherwise the sidebar,
 * the header and the switches of the message box would come later and move the page.
 */
function heardWho(): Promise<unknown> | null {
  if (storedUser()) return null;
  return Promise.race([
    confirmedUser(queryClient, client).then((user) => user && loadSignedInCode()),
    new Promise((resolve) => setTimeout(resolve, waitForWhoMs)),
  ]);
}

if (!redirecting) {
  // Without its code, the page works as it does in a new browser.
  const kept = showKept().catch(() => {});
  void start(async (config) => {
    beginSession(queryClient, client, parameters, config);
    readOpened(client, queryClient, new URL(window.location.href));
    registerShellOfApp();
    // Before the router reads the address, too. Few people ever open this page.
    if (window.location.pathname === authorizePath)
      (await import('./features/account/connect/app-query.ts')).keepAppQuery();
    const router = createChatRouter(config);
    // Until its route has loaded, the router renders nothing.
    await Promise.all([kept, heardWho(), router.load()]);
    return (
      <ApiProvider queryClient={queryClient} client={client}>
        <LaterUpdateBanner />
        <RouterProvider router={router} />
      </ApiProvider>
    );
  });
}
