// Pages name the browser's own time zone, so that people recognize a login by its place. Nothing is looked up anywhere.

const longestName = 64;

/** The names that were found to be zones. Asking Intl costs more than the rest of a request. */
const known = new Set<string>();
/** More than there are zones. Their names may be written in several ways. */
const mostKnown = 1_000;

/** The time zone that a page named ("Europe/Berlin"); null for a name that is not a place, is unknown, or is missing. */
export function timeZoneOf(header: string | undefined): string | null {
  if (!header || header.length > longestName) return null;
  if (known.has(header)) return header;
  if (!/^[A-Za-z_]+(\/[\w+-]+){1,2}$/.test(header) || header.startsWith('Etc/')) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: header });
    if (known.size < mostKnown) known.add(header);
    return header;
  } catch {
    return null;
  }
}

/** A time zone as a list of logins shows it: "Berlin (by the browser's clock)". */
export function placeName(timeZone: string | null): string | null {
  const city = timeZone?.split('/').at(-1)?.replaceAll('_', ' ');
  return city ? `${city} (by the browser's clock)` : null;
}
