import { createNoekClient, isRefusal, type NoekClient } from '@noek/client';
import { environment } from './environment.ts';
import { exitCodes, Failure } from './failures.ts';
import { keepSignIn, lastUrl, signInAt } from './sign-ins.ts';

/** The options that every command has. */
export type Common = { url?: string; token?: string };

export type Connection = { url: string; noek: NoekClient; isSignedIn: boolean };

/** The address of the server: --url, NOEK_URL, that of the last sign-in, or this machine's. */
export function urlOf({ url }: Common): string {
  const given = url ?? environment.url() ?? lastUrl() ?? 'http://localhost:5000';
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new Failure(`${given} is not a web address. Write it like http://localhost:5000.`, exitCodes.usage);
  return new URL(given).origin;
}

/** The client for what a token may do: --token, NOEK_TOKEN or the stored sign-in; a guest without any of them. */
export function connect(options: Common): Connection {
  const url = urlOf(options);
  const kept = signInAt(url);
  const token = options.token ?? environment.token() ?? kept.token;
  const cookie = token ? undefined : kept.cookie;
  return { url, noek: createNoekClient({ url, token, cookie }), isSignedIn: Boolean(token || cookie) };
}

/** The same for people: guests have no lists. */
export function connectSignedIn(options: Common): Connection {
  const connection = connect(options);
  if (!connection.isSignedIn) throw new Failure('You are not signed in. Sign in with: noek login', exitCodes.signIn);
  return connection;
}

/** The client for what no token may do, such as an export of the account: it has the session of `noek login --password`. */
export function connectSession(options: Common): Connection {
  const url = urlOf(options);
  const { cookie } = signInAt(url);
  if (!cookie)
    throw new Failure(
      'A token may not do this. Sign in with your password first: noek login --password',
      exitCodes.signIn,
    );
  return { url, noek: createNoekClient({ url, cookie }), isSignedIn: true };
}

/** Does what needs a recent sign-in. If it was too long ago, asks for the password, and for a code where a second factor is on. */
export async function withProof<Result>({ noek, url }: Connection, act: () => Promise<Result>): Promise<Result> {
  const proofs = [passwordProof, codeProof];
  for (;;) {
    try {
      return await act();
    } catch (error) {
      const proof = proofs.shift();
      if (!proof || !isRefusal(error, 'FRESH_PROOF_REQUIRED')) throw error;
      await noek.api.auth.prove.mutate(await proof());
      keepSignIn(url, { cookie: noek.cookie });
    }
  }
}

async function passwordProof(): Promise<{ password: string }> {
  const { askHidden } = await import('./terminal/ask-hidden.ts');
  const prompt = 'You signed in more than ten minutes ago. Your password again: ';
  return { password: environment.password() ?? (await askHidden(prompt)) };
}

async function codeProof(): Promise<{ code: string }> {
  const { askLine } = await import('./terminal/ask-hidden.ts');
  return { code: await askLine('Code of your authenticator app: ', 'This needs a code. Use a terminal.') };
}
