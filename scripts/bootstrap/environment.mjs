import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** Variables that npm sets for scripts. They would configure the npm and pnpm that we start, or leak into the server. */
const fromNpm = /^npm_(config|package|lifecycle|node|command|execpath)/i;
/** The exceptions: the settings of the package registry. */
const sourceOfPackages = /^npm_config_(registry|cache|userconfig|proxy|https_proxy|noproxy|cafile|ca|strict_ssl)$/i;

const quiet = { TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' };

/**
 * The environment of child processes: ours without npm's additions, with the project's own programs first on PATH.
 * @param {Record<string, string | undefined>} more
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(more = {}) {
  const own = Object.entries(process.env).filter(([name]) => !fromNpm.test(name));
  return withProjectPath({ ...Object.fromEntries(own), ...quiet, ...more });
}

/**
 * The same for npm and pnpm, which also need the settings of the package registry.
 * @returns {NodeJS.ProcessEnv}
 */
export function packageManagerEnvironment() {
  const source = Object.entries(process.env).filter(([name]) => sourceOfPackages.test(name));
  // With CI set, pnpm does not ask before it replaces node_modules.
  return childEnvironment({ ...Object.fromEntries(source), CI: 'true', npm_config_update_notifier: 'false' });
}

/** The product's settings. Tests set their own, so that a key in a developer's shell never reaches a model. */
const productSettings =
  /^((PROCESS_)?(PORT|HOST)|NODE_ENV|DATA_DIR|DATABASE_.*|APP_.*|TRUST_PROXY|AI_PROVIDERS|LOCAL_MODEL_PORTS|MOST_PROMPT_.*|MAX_CONCURRENT_GENERATIONS|LOG_LEVEL|METRICS_TOKEN|SMTP_URL|MAIL_FROM|CAMPAIGN_.*|ADMIN_.*|SUPPORT_EMAIL|PASSKEY_RP_ID|DONATION_URL|ALLOW_LOCALHOST_RETURN|ENABLE_TEST_LOGIN|WEB_.*|WEBHOOKS_.*|NOEK_(URL|TOKEN|PASSWORD)|KNOWLEDGE_DIR|(CHAT|AUTH|COMPANY)_ORIGIN|.*_API_KEY|[A-Z]+_(BASE_URL|MODEL)|STRIPE_.*|GOOGLE_.*|OIDC_PROVIDERS|OAUTH_.*|ONLY_OIDC|FILES_.*|OCR.*|GUEST_.*|PREVIEW_ORIGIN|PYODIDE_DIR)$/;

/** @param {Record<string, string | undefined>} more */
export function testEnvironment(more = {}) {
  const unset = Object.keys(process.env).filter((name) => productSettings.test(name));
  return { ...Object.fromEntries(unset.map((name) => [name, undefined])), ...more };
}

/** @param {NodeJS.ProcessEnv} env */
function withProjectPath(env) {
  return { ...env, PATH: [join(root, 'node_modules/.bin'), env.PATH].filter(Boolean).join(delimiter) };
}
