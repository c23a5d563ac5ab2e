import { passwordLimits } from '@noek/contract/auth/limits';
import { characterCount, isBlank } from '@noek/contract/text/characters';
import type { SignUpFormValues } from './forms/password-forms.ts';

/** Which rules of the sign-up form are met. `ready`: all of them. */
export function signUpRules(form: SignUpFormValues) {
  const longEnough = characterCount(form.password) >= passwordLimits.signUpMin;
  const same = form.confirmation === form.password;
  const filled = !isBlank(form.name) && form.email.trim() !== '';
  return { longEnough, same, ready: filled && longEnough && same && form.confirmation !== '' };
}
