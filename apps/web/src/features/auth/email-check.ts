/** Does the browser itself see that this is no e-mail address? The server decides; this only answers sooner. */
export function invalidEmail(email: string): boolean {
  const input = document.createElement('input');
  input.type = 'email';
  input.value = email;
  return !input.validity.valid;
}
