type Page = { bytes: Uint8Array; charset: string | undefined };

const deepest = 4;

/** The page in an archive of a web page (RFC 2557): its first part in HTML. */
export function pageInMime(bytes: Uint8Array): Page | null {
  // Latin-1 keeps every byte.
  return pageIn(new TextDecoder('latin1').decode(bytes), 0);
}

function pageIn(part: string, depth: number): Page | null {
  const text = part.trimStart();
  const divider = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, divider?.index ?? 0);
  const body = divider ? text.slice(divider.index + divider[0].length) : '';
  const headers = head.replace(/\r?\n[ \t]+/g, ' ');
  const type = /^content-type:\s*([^\r\n]*)/im.exec(headers)?.[1] ?? '';
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary !== undefined && depth < deepest) {
    for (const inner of body.split(`--${boundary}`).slice(1)) {
      const page = pageIn(inner, depth + 1);
      if (page) return page;
    }
    return null;
  }
  if (!/^text\/html/i.test(type)) return null;
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(headers)?.[1]?.toLowerCase();
  return { bytes: decoded(body, encoding), charset: /charset="?([\w-]+)/i.exec(type)?.[1] };
}

function decoded(body: string, encoding: string | undefined): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
