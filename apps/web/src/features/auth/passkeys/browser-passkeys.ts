import type { NewPasskeyResponse, PasskeyAssertion } from '@noek/contract/auth/passkeys';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { serverText } from '../../../api/base/error-text.ts';
import { passkeyTexts } from './texts.ts';

/** Asks the browser to create a passkey. Throws the browser's error. */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskeyResponse> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { clientExtensionResults, ...created } = await startRegistration({ optionsJSON });
  return { ...created, clientExtensionResults: { ...clientExtensionResults } };
}

/**
 * Asks the browser for a passkey. `useBrowserAutofill`: the browser only suggests them in the field for the address. A new
 * question ends the one before. Throws the browser's error.
 */
export async function askPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  useBrowserAutofill = false,
): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { clientExtensionResults, ...answer } = await startAuthentication({ optionsJSON, useBrowserAutofill });
  return { ...answer, clientExtensionResults: { ...clientExtensionResults } };
}

/** Ends the question that the browser is asking, if any. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** Whether the person cancelled, or did not answer in time: browsers do not tell which. */
export const isCancelled = (error: unknown): boolean => ['NotAllowedError', 'AbortError'].includes(nameOf(error));

/** Why a passkey did not work, as a sentence: the server's own text, or what the browser's error means. */
export function passkeyErrorText(error: unknown, texts: { cancelled: string; failed: string } = passkeyTexts): string {
  if (isCancelled(error)) return texts.cancelled;
  switch (nameOf(error)) {
    case 'InvalidStateError':
      return passkeyTexts.knownHere;
    case 'SecurityError':
      return passkeyTexts.wrongAddress;
    case 'ConstraintError':
    case 'NotSupportedError':
      return passkeyTexts.unable;
  }
  return serverText(error) ?? texts.failed;
}
