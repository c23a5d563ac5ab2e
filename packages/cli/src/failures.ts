import { isRefusal, NoekRefusal, NoekUnreachable } from '@noek/client';

/** How the command ends. docs/command.md lists the codes. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  signIn: 3,
  unreachable: 4,
  limit: 5,
  interrupted: 130,
} as const;

/** What went wrong and what to do next, as a sentence, with the exit code that says it to scripts. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Any error as a sentence and an exit code. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof NoekUnreachable)
    return new Failure(`No server is running at ${error.url}. Start Noek with npm start.`, exitCodes.unreachable);
  if (isRefusal(error, 'MESSAGE_LIMIT_REACHED') || isRefusal(error, 'RATE_LIMITED'))
    return new Failure(error.message, exitCodes.limit);
  if (error instanceof NoekRefusal) {
    if (error.body === null)
      return new Failure(`${error.message} Is this the address of a Noek server? Check --url or NOEK_URL.`);
    const isSignIn = error.status === 401 || error.status === 403 || error.status === 423;
    return new Failure(error.message, isSignIn ? exitCodes.signIn : exitCodes.failed);
  }
  return new Failure(error instanceof Error ? error.message : String(error));
}
