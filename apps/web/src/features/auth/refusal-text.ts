import { refusalOf } from '@noek/contract/sending';
import { errorCode } from '../../api/error-text.ts';

/** What the sign-in screen says when it did not work, and whether it offers the verification mail again. */
export type SignInRefusal = { text: string; offerResend: boolean };

export function signInRefusal(error: unknown): SignInRefusal {
  const refusal = refusalOf(error);
  if (!refusal)
    return {
      text: 'Invalid email or password. Please try again. (No answer came from Noek: please check your connection, too.)',
      offerResend: false,
    };
  switch (errorCode(error)) {
    case 'PASSWORD_RESET_REQUIRED':
      return {
        text: "Your account needs a password reset due to a system update. Please use 'Forgot Password' below to set a new password.",
        offerResend: false,
      };
    case 'EMAIL_NOT_VERIFIED':
      return {
        text: 'Please verify your email address before signing in. Check your inbox for the verification link.',
        offerResend: true,
      };
  }
  if (refusal.emailNotVerified === true || refusal.httpStatus === 500)
    return { text: 'Please verify your email address before signing in.', offerResend: true };
  return { text: serverText(error) ?? 'Invalid email or password', offerResend: false };
}

export const signUpRefusal = (error: unknown) =>
  refusalOf(error) ? (serverText(error) ?? 'Signup failed') : 'Failed to create account. Please try again.';

export const resendRefusal = (error: unknown) =>
  refusalOf(error)
    ? (serverText(error) ?? 'Failed to send verification email')
    : 'Failed to send verification email. Please try again.';

export const verifyRefusal = (error: unknown) =>
  refusalOf(error)
    ? (serverText(error) ?? 'Verification failed')
    : 'An error occurred during verification. Please try again.';

export const forgotRefusal = (error: unknown) =>
  refusalOf(error)
    ? (serverText(error) ?? 'Failed to send reset email')
    : 'Failed to send reset email. Please try again.';

export const resetRefusal = (error: unknown) =>
  refusalOf(error) ? (serverText(error) ?? 'Failed to reset password') : 'Failed to reset password. Please try again.';

const providerErrors: Readonly<Record<string, string>> = {
  token_exchange_failed: 'Google authentication failed. Please check your internet connection and try again.',
  oauth_state_mismatch: 'Security error during authentication. Please try again.',
  oauth_failed: 'Google authentication was cancelled or failed.',
  no_email: "Your Google account doesn't have an email address. Please contact support.",
};

/** Why a sign-in elsewhere failed, from the code in the address. */
export const providerErrorText = (code: string) =>
  (Object.hasOwn(providerErrors, code) && providerErrors[code]) || 'Authentication error. Please try again.';

const serverText = (error: unknown) => (error instanceof Error && error.message ? error.message : null);
