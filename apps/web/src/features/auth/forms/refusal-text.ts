import { refusalOf } from '@noek/contract/chat/sending';
import { errorCode, serverText } from '../../../api/base/error-text.ts';
import { authErrorTexts, companyErrorTexts, otherProviderErrorText, providerErrorTexts } from '../texts.ts';

/**
 * What the sign-in screen shows when signing in fails: the message, the reason if it is known, and whether to offer to resend the
 * verification email.
 */
export type SignInRefusal = { text: string; reason?: string; offerResend: boolean };

export function signInRefusal(error: unknown): SignInRefusal {
  const texts = authErrorTexts.signIn;
  const refusal = refusalOf(error);
  if (!refusal) return { text: texts.noAnswer, reason: texts.noAnswerReason, offerResend: false };
  switch (errorCode(error)) {
    case 'PASSWORD_RESET_REQUIRED':
      return { text: texts.resetRequired, offerResend: false };
    case 'EMAIL_NOT_VERIFIED':
      return { text: texts.verificationRequired, offerResend: true };
  }
  if (refusal.emailNotVerified === true || refusal.httpStatus === 500)
    return { text: texts.notVerified, offerResend: true };
  return { text: serverText(error) ?? texts.failed, offerResend: false };
}

export const signUpRefusal = (error: unknown) => refusalText(error, authErrorTexts.signUp);
export const resendRefusal = (error: unknown) => refusalText(error, authErrorTexts.resend);
export const verifyRefusal = (error: unknown) => refusalText(error, authErrorTexts.verify);
export const forgotRefusal = (error: unknown) => refusalText(error, authErrorTexts.forgot);
export const resetRefusal = (error: unknown) => refusalText(error, authErrorTexts.reset);

/** Why a sign-in with a provider failed, from the code in the address. `hasCompany`: it may have been one of a company. */
export function providerErrorText(code: string, hasCompany = false): string {
  const texts = hasCompany ? { ...providerErrorTexts, ...companyErrorTexts } : providerErrorTexts;
  return (Object.hasOwn(texts, code) && texts[code]) || otherProviderErrorText;
}

/** The server's own text, `failed` if its answer has none, or `noAnswer` if no answer came. */
const refusalText = (error: unknown, { failed, noAnswer }: { failed: string; noAnswer: string }) =>
  refusalOf(error) ? (serverText(error) ?? failed) : noAnswer;
