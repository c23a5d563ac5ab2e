/** The greatest lengths of an address and of the part before the @, in bytes (RFC 5321). */
const [maxBytes, maxLocalBytes] = [254, 64];

const ascii = /^[\0-\x7f]*$/;
/**
 * What a typed domain may have, in any script: also the ideographic full stop, and the marks that names in Catalan, Greek, Hebrew, Japanese
 * and Persian have. Other characters would mean something else in a web address.
 */
const typedDomain = /^[\p{L}\p{M}\p{N}.\u3002\u00b7\u0375\u05f3\u05f4\u30fb\u200c-\u200d-]+$/u;
const domainOfMail = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;
const asciiLocal = /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]$/;
const anyLocal = /^(?![.\p{M}])(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]$/u;

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Full-width characters, which keyboards for Chinese and Japanese write, as the usual ones. */
const narrow = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\uff61', '.');

/** A domain in lower case, international ones in their ASCII form: "MÜNCHEN.de" is "xn--mnchen-3ya.de". Unchanged if it has none. */
export function normalDomain(typed: string): string {
  const domain = narrow(typed).normalize('NFC').toLowerCase();
  if ((ascii.test(domain) && !domain.includes('xn--')) || !typedDomain.test(domain)) return domain;
  const address = `http://${domain}`;
  // Browsers and Node.js have no other function for it that both know (UTS #46).
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

/**
 * An email address as it is stored, compared and sent to, however it was typed: without spaces around it, in lower case, composed (NFC),
 * with the ASCII form of an international domain. The same mailbox has one form. Any text is taken; see `emailProblem`.
 */
export function normalEmail(typed: string): string {
  const address = narrow(typed.trim());
  const at = address.lastIndexOf('@');
  if (at === -1) return address.toLowerCase();
  // Composed once more, because some letters become two in lower case.
  const local = address.slice(0, at).normalize('NFC').toLowerCase().normalize('NFC');
  return `${local}@${normalDomain(address.slice(at + 1))}`;
}

/** Whether only mail servers that know SMTPUTF8 (RFC 6531) can deliver to an address. A domain has an ASCII form, what is before it has none. */
export const needsSmtpUtf8 = (address: string): boolean => !ascii.test(address);

/** Why there can be no such address, for people; null if there can. `address`: in its normal form (`normalEmail`). */
export function emailProblem(address: string): string | null {
  const at = address.lastIndexOf('@');
  const [local, domain] = at === -1 ? ['', address] : [address.slice(0, at), address.slice(at + 1)];
  if (bytesOf(address) > maxBytes) return 'This email address is too long.';
  if (local === '' || domain === '') return 'Enter a valid email address.';
  const isInternational = domain.includes('xn--') || !ascii.test(domain);
  if (!domainOfMail.test(domain))
    return isInternational
      ? 'What comes after the @ is not the name of a domain. Check how it is written.'
      : 'Enter a valid email address.';
  if (asciiLocal.test(local)) return bytesOf(local) > maxLocalBytes ? 'This email address is too long.' : null;
  if (ascii.test(local)) return 'Enter a valid email address.';
  if (!anyLocal.test(local))
    return "Before the @, an email address here can have letters, digits and the characters . _ + - and ' only.";
  return bytesOf(local) > maxLocalBytes ? 'This email address is too long.' : null;
}
