import { accountSecurity } from '@noek/contract/auth/limits';
import type { PasskeyAssertion } from '@noek/contract/auth/passkeys';
import type { SignedInUser } from '@noek/contract/auth/schemas';
import type { TrpcClient } from '../../../api/client.ts';
import type { SignInNotice } from '../sign-in-notice.tsx';
import { askPasskey, isCancelled, passkeyErrorText, stopAsking } from './browser-passkeys.ts';

/** How long a question is offered before its challenge would be too old. */
const renewAfterMs = (accountSecurity.passkeyChallengeMinutes - 1) * 60_000;

export type PasskeySignInReports = {
  /** The person answered, and the server is asked. */
  onAnswer: () => void;
  onSignedIn: (user: SignedInUser) => Promise<void>;
  /** Why it did not work. */
  onProblem: (notice: SignInNotice) => void;
};

/** Signs in on the sign-in form with a passkey: with one that the browser suggests in the form, or with the button. */
export class PasskeySignIn {
  readonly #client: TrpcClient;
  readonly #reports: PasskeySignInReports;
  #renewal: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStopped = false;

  constructor(client: TrpcClient, reports: PasskeySignInReports) {
    this.#client = client;
    this.#reports = reports;
  }

  /** Lets the browser suggest passkeys in the field for the address, until `stop`. Does nothing in a browser that cannot. */
  async suggest(): Promise<void> {
    clearTimeout(this.#renewal);
    if (!this.#isFree()) return;
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.()) || !this.#isFree()) return;
    let answer: PasskeyAssertion;
    try {
      const options = await this.#client.auth.passkeyOptions.mutate();
      if (!this.#isFree()) return;
      this.#renewal = setTimeout(this.#renew, renewAfterMs);
      answer = await askPasskey(options, true);
    } catch {
      // The person asked for nothing, so they are told nothing. A newer question ends this one with an error, too.
      return;
    }
    await this.#signIn(answer);
  }

  /** Asks for a passkey. */
  async ask(): Promise<void> {
    clearTimeout(this.#renewal);
    this.#isAsking = true;
    try {
      const answer = await askPasskey(await this.#client.auth.passkeyOptions.mutate());
      await this.#signIn(answer);
    } catch (error) {
      this.#reports.onProblem(noticeOf(error));
      this.#isAsking = false;
      if (isCancelled(error)) void this.suggest();
    }
  }

  /** Ends it, because the form is left. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#renewal);
    document.removeEventListener('visibilitychange', this.#renew);
    void stopAsking();
  }

  /** Whether the browser may be asked to suggest passkeys. A question of the button must not be ended by that. */
  #isFree(): boolean {
    return !this.#isStopped && !this.#isAsking;
  }

  readonly #renew = () => {
    if (document.hidden) document.addEventListener('visibilitychange', this.#renew, { once: true });
    else void this.suggest();
  };

  async #signIn(response: PasskeyAssertion): Promise<void> {
    clearTimeout(this.#renewal);
    this.#reports.onAnswer();
    try {
      await this.#reports.onSignedIn(await this.#client.auth.passkeyLogin.mutate({ response }));
    } catch (error) {
      this.#reports.onProblem(noticeOf(error));
      this.#isAsking = false;
      void this.suggest();
    }
  }
}

const noticeOf = (error: unknown): SignInNotice => ({
  tone: isCancelled(error) ? 'info' : 'danger',
  text: passkeyErrorText(error),
});
