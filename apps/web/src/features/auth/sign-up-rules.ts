import { passwordLimits } from '@noek/contract/limits';

export type SignUpForm = { name: string; email: string; password: string; confirmation: string };

/** Which rules of the form hold; `ready` when all of them do. */
export function signUpRules(form: SignUpForm) {
  const longEnough = form.password.length >= passwordLimits.signUpMin;
  const same = form.confirmation === form.password;
  const filled = form.name.trim() !== '' && form.email.trim() !== '';
  return { longEnough, same, ready: filled && longEnough && same && form.confirmation !== '' };
}
