import './styles/company.css';
import { startCompanyPage } from './features/company/browser/start-company-page.ts';
import { takeAuthParameters } from './features/session/start/auth-parameters.ts';
import { redirectToBareHost } from './features/session/start/bare-host.ts';

const redirecting = redirectToBareHost();
// Before anything else can read the address.
const parameters = takeAuthParameters();
if (!redirecting) void startCompanyPage(parameters);
