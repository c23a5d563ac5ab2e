import './styles/auth.css';
import { ApiProvider } from './api/api-provider.tsx';
import { createQueryClient } from './api/query-client.ts';
import { rememberAuthParameters } from './features/auth/remember-auth-parameters.ts';
import { beginSession } from './features/session/begin-session.ts';
import { takeAuthParameters } from './features/session/start/auth-parameters.ts';
import { redirectToBareHost } from './features/session/start/bare-host.ts';
import { AuthPages } from './routes/auth/auth-pages.tsx';
import { start } from './start.tsx';

const redirecting = redirectToBareHost();
// Before anything else reads the address.
const parameters = rememberAuthParameters(takeAuthParameters());
const queryClient = createQueryClient();

if (!redirecting)
  void start((config) => {
    beginSession(queryClient, parameters, config);
    return (
      <ApiProvider queryClient={queryClient}>
        <AuthPages parameters={parameters} />
      </ApiProvider>
    );
  });
