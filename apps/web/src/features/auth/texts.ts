import { passwordLimits } from '@noek/contract/auth/limits';
import { planMessages } from '@noek/contract/subscription/limits';

/** The texts of the sign-in screens. */
export const authTexts = {
  pageTitles: {
    signIn: 'Sign in · Noek',
    secondFactor: 'One more step · Noek',
    signUp: 'Create account · Noek',
    checkEmail: 'Check your email · Noek',
    resetPassword: 'Reset password · Noek',
    undoEmailChange: 'Undo email change · Noek',
    verifyEmail: 'Verify email · Noek',
  },
  frame: {
    brand: 'Noek',
    skipToContent: 'Skip to content',
    trouble: 'Trouble signing in?',
    help: 'Need help?',
    policies: 'Policies',
  },
  fields: {
    name: 'Full name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm password',
    newPassword: 'New password',
    confirmNewPassword: 'Confirm new password',
  },
  passwordRules: {
    minimum: (characters: number) => `At least ${characters} characters`,
    match: 'Passwords match',
    mismatch: 'Passwords do not match',
  },
  signIn: {
    heading: 'Welcome Back',
    lead: 'Sign in to continue to Noek.',
    submit: 'Sign In',
    submitting: 'Signing in…',
    withPasskey: 'Sign in with a passkey',
    withPasskeyElsewhere: 'Use a passkey from another device',
    forgotPassword: 'Forgot Password?',
    or: 'or',
    otherWays: 'Other ways to sign in',
    noAccount: "Don't have an account?",
    toSignUp: 'Sign Up',
    signedOut: 'You are signed out.',
    signInRequired: 'Please sign in to continue.',
    emailFirst: 'Please enter your email address first',
    resetSent: 'Password reset instructions have been sent to your email',
  },
  google: {
    button: 'Continue with Google',
    unavailable: 'Google sign-in is not available on this server.',
  },
  company: {
    button: (name: string) => `Continue with ${name}`,
    withPassword: 'Sign in with a password',
  },
  signedIn: {
    youAre: 'You are signed in as',
    redirecting: 'Taking you to Noek…',
    continue: 'Continue',
  },
  signUp: {
    heading: 'Create Account',
    lead: `Free, with ${planMessages.basicPerDay.toLocaleString('en-US')} messages per day.`,
    submit: 'Create Account',
    submitting: 'Creating account…',
    accepts: 'By creating an account, you accept the',
    onAtFirst:
      'On at first: model training with your chats, memory, and product news by email. You can turn each off in your settings.',
    haveAccount: 'Already have an account?',
    toSignIn: 'Sign In',
  },
  checkEmail: {
    heading: 'Check Your Email',
    sentTo: 'We sent a verification link to',
    keptFor: 'This server does not send email. It keeps the verification link for',
    delayedFor: 'We will send the link; mail is delayed. It goes to',
    keptHint: 'Open the link in its inbox on this device, and you are signed in.',
    hint: "Open the link on this device, and you are signed in. On another device, it verifies your address, and you sign in afterwards. The email may take a minute. If you don't see it, check your spam folder.",
    signIn: "I've Verified My Email - Sign In",
    back: 'Back to Sign Up',
    notThere: 'No email yet?',
    again: 'Send again',
    support: 'Still nothing? Write to',
  },
  resend: {
    notVerified: (email: string) => `Email not verified for: ${email}`,
    button: 'Resend Verification Email',
    sent: 'Verification email sent! Please check your inbox and spam folder.',
  },
  mailDelayed: 'We will send the link; mail is delayed.',
  devInbox: 'Open the email inbox of this server',
  resetPassword: {
    heading: 'Reset Password',
    lead: 'Choose a new password for your account.',
    submit: 'Reset Password',
    submitting: 'Resetting password…',
    done: 'Password Changed',
    noTokenOnSubmit: 'Reset token is missing',
    noTokenOnLoad: 'Invalid or missing reset token',
    newLink: 'Request a new link',
  },
  verifyEmail: {
    loading: 'Verifying your email…',
    done: 'Email Verified Successfully!',
    welcome: (name: string) => `Welcome, ${name}!`,
    confirmed: 'Your email address is verified. You can sign in now.',
    signedIn: 'Your email address is verified, and you are signed in on this device.',
    continue: 'Continue to Sign In',
    failed: 'Verification Failed',
    noToken: 'No verification token found in the URL',
    newLink: 'Enter your email address to get a new link.',
  },
  undoEmailChange: {
    heading: 'Undo email change',
    lead: 'Your account will use its previous email address again.',
    consequences:
      'Your account will be signed out everywhere, and its password and API tokens will stop working. We will email you a link to choose a new one.',
    submit: 'Undo the change',
    submitting: 'Undoing the change…',
    done: 'Email change undone',
  },
  incompleteLink: 'This link is incomplete.',
  goToSignIn: 'Go to Sign In',
  backToSignIn: 'Back to Sign In',
} as const;

/** The rule for a new account's password. */
export const signUpPasswordRule = authTexts.passwordRules.minimum(passwordLimits.signUpMin);
/** The rule for a password that replaces another. */
export const newPasswordRule = authTexts.passwordRules.minimum(passwordLimits.changeMin);

/** The texts of the sign-in screens for failed calls. */
export const authErrorTexts = {
  signIn: {
    resetRequired:
      "Your account needs a password reset due to a system update. Please use 'Forgot Password' below to set a new password.",
    verificationRequired:
      'Please verify your email address before signing in. Check your inbox for the verification link.',
    notVerified: 'Please verify your email address before signing in.',
    failed: 'Invalid email or password',
    noAnswer: 'Invalid email or password. Please try again.',
    noAnswerReason: 'No answer came from Noek. Check your connection.',
  },
  signUp: { failed: 'Signup failed', noAnswer: 'Failed to create account. Please try again.' },
  resend: {
    failed: 'Failed to send verification email',
    noAnswer: 'Failed to send verification email. Please try again.',
  },
  verify: { failed: 'Verification failed', noAnswer: 'An error occurred during verification. Please try again.' },
  forgot: { failed: 'Failed to send reset email', noAnswer: 'Failed to send reset email. Please try again.' },
  reset: { failed: 'Failed to reset password', noAnswer: 'Failed to reset password. Please try again.' },
} as const;

/** Why a sign-in with Google failed, by the code in the address. */
export const providerErrorTexts: Readonly<Record<string, string>> = {
  token_exchange_failed: 'Google authentication failed. Please check your internet connection and try again.',
  oauth_state_mismatch: 'Security error during authentication. Please try again.',
  oauth_failed: 'Google authentication was cancelled or failed.',
  no_email: "Your Google account doesn't have an email address. Please contact support.",
  account_suspended: 'This account is suspended. Please contact support if you think that this is a mistake.',
};
/** The same on a server with companies, which are not Google, and what only they have. */
export const companyErrorTexts: Readonly<Record<string, string>> = {
  token_exchange_failed: 'Sign-in failed. Please check your internet connection and try again.',
  oauth_failed: 'Sign-in was cancelled or failed.',
  no_email: 'The account that you chose has no verified email address. Please contact support.',
  domain_not_allowed: "Accounts with this email address can't sign in here. Use the account of your company.",
  not_configured: 'This way to sign in is not available on this server.',
};
export const otherProviderErrorText = 'Authentication error. Please try again.';
