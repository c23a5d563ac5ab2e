/** Anyone can sign up with any name, so a name that could pass for a message or a link is left out of mails. */
export function greeting(name: string): string {
  return name.length <= 60 && /^[\p{L}\p{M}][\p{L}\p{M}\p{N} '’.-]*$/u.test(name) && !/\.\S/.test(name)
    ? `Hello ${name},`
    : 'Hello,';
}
