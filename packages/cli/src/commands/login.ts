import { setTimeout as sleep } from 'node:timers/promises';
import { createNoekClient, isRefusal, type NoekClient, NoekUnreachable } from '@noek/client';
import { type Common, urlOf } from '../connection.ts';
import { environment } from '../environment.ts';
import { exitCodes, Failure } from '../failures.ts';
import { forgetSignIn, keepSignIn, signInAt } from '../sign-ins.ts';
import { askHidden, askLine } from '../terminal/ask-hidden.ts';
import { note, print, styled } from '../terminal/output.ts';

/** The name with which the server knows this command (RFC 8628). */
const clientId = 'noek-command';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

type LoginOptions = Common & { password?: boolean; email?: string; scope: string; browser: boolean };

/** Signs in: with a given token, with a password, or by a code that is confirmed in a browser. */
export async function login(options: LoginOptions): Promise<void> {
  const url = urlOf(options);
  if (options.password) return loginWithPassword(url, options.email);
  const token = options.token ?? (await tokenByCode(url, options));
  const user = await createNoekClient({ url, token }).api.auth.user.query();
  keepSignIn(url, { token });
  print(`Signed in to ${url} as ${user?.name ?? 'you'}.`);
}

/** For what no token may do. The session ends like that of a browser, and can be ended on the account page. */
async function loginWithPassword(url: string, given: string | undefined): Promise<void> {
  const email = given ?? (await askLine('Email: ', 'Name your account with --email, because there is no terminal.'));
  const password = environment.password() ?? (await askHidden('Password: '));
  const noek = createNoekClient({ url });
  const user = await noek.signIn(email, password).catch((error: unknown) => secondFactor(noek, error));
  keepSignIn(url, { cookie: noek.cookie });
  print(`Signed in to ${url} as ${user.name}, with a session. noek logout ends it.`);
}

async function secondFactor(noek: NoekClient, error: unknown) {
  if (!isRefusal(error, 'SECOND_FACTOR_REQUIRED') || !error.body.challenge) throw error;
  const code = await askLine('Code of your authenticator app: ', 'This account has a second factor. Use a terminal.');
  return noek.api.auth.secondFactor.mutate({ challenge: error.body.challenge, code });
}

type Device = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
};

async function tokenByCode(url: string, { scope, browser }: LoginOptions): Promise<string> {
  const started = await post(url, '/oauth/device_authorization', { client_id: clientId, scope });
  if (!started.ok || !isDevice(started.json))
    throw new Failure(
      `${url} does not offer sign-in by code. Create a token on your account page and use: noek login --token TOKEN`,
      exitCodes.signIn,
    );
  const device = started.json;
  const page = webAddress(device.verification_uri_complete ?? device.verification_uri);
  note(`Open ${styled('underline', webAddress(device.verification_uri), process.stderr)}`);
  note(`and enter the code ${styled('bold', device.user_code.replace(/[^\w-]/g, ''), process.stderr)}`);
  if (browser && process.stderr.isTTY && environment.hasScreen()) await openBrowser(page);

  let seconds = Math.max(device.interval ?? 5, 0);
  const until = Date.now() + device.expires_in * 1_000;
  while (Date.now() < until) {
    await sleep(seconds * 1_000);
    const answer = await post(url, '/oauth/token', {
      grant_type: deviceGrant,
      device_code: device.device_code,
      client_id: clientId,
    }).catch((error: unknown) => {
      // The line may be down for a moment while the person looks for their phone.
      if (error instanceof NoekUnreachable) return { ok: false, json: { error: 'authorization_pending' } };
      throw error;
    });
    const { access_token, error } = (answer.json ?? {}) as { access_token?: unknown; error?: unknown };
    if (answer.ok && typeof access_token === 'string') return access_token;
    if (error === 'slow_down') seconds += 5;
    else if (error === 'access_denied') throw new Failure('The sign-in was refused in the browser.', exitCodes.signIn);
    else if (error !== 'authorization_pending') break;
  }
  throw new Failure('The code has expired. Run noek login again.', exitCodes.signIn);
}

const isDevice = (json: unknown): json is Device => {
  const { device_code, user_code, verification_uri, expires_in } = (json ?? {}) as Partial<Device>;
  return [device_code, user_code, verification_uri].every((text) => typeof text === 'string') && Number(expires_in) > 0;
};

/** It is printed and opened, so it must be nothing but an address. */
function webAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Failure('The server named no page to confirm the code on.');
  return new URL(text).href;
}

async function post(url: string, path: string, form: Record<string, string>) {
  const address = new URL(path, url);
  const options = { method: 'POST', body: new URLSearchParams(form), signal: AbortSignal.timeout(30_000) };
  const answer = await fetch(address, options).catch((error: unknown) => {
    throw new NoekUnreachable(address.origin, error);
  });
  const json: unknown = await answer.json().catch(() => null);
  return { ok: answer.ok, json };
}

/** Opens a page in the browser of the machine. Whether it works does not matter: the address was printed. */
async function openBrowser(page: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', page]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', page]
        : ['xdg-open', page];
  spawn(program as string, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

/** Revokes the token, ends the session, and forgets both. */
export async function logout(options: Common): Promise<void> {
  const url = urlOf(options);
  const { token, cookie } = signInAt(url);
  if (!token && !cookie) {
    print(`You are not signed in to ${url}.`);
    return;
  }
  const ended = await Promise.allSettled([
    token ? post(url, '/oauth/revoke', { token, client_id: clientId }) : null,
    cookie ? createNoekClient({ url, cookie }).api.auth.logout.mutate() : null,
  ]);
  forgetSignIn(url);
  print(`Signed out of ${url}.`);
  const [revoked] = ended;
  const isRevoked = revoked.status === 'fulfilled' && (revoked.value === null || revoked.value.ok);
  if (!isRevoked || ended[1].status === 'rejected')
    throw new Failure('The server was not told. Revoke the sign-in on your account page.');
}
