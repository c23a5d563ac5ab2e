import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long ago a proof may have been made, in milliseconds. The clocks of the machines may differ by as much. */
const validForMs = 60_000;

/** The two ends of a link, by the ids of their processes. Processes of another version speak another language. */
export type Ends = { caller: string; called: string; version: string };

/** What shows each end of a link that the other one knows APP_SECRET, without sending it. A proof is good for one pair, once, for a minute. */
export function linkProofs(secret: string, now: () => Date) {
  const taken = new Map<string, number>();
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'noek links between processes', 32));
  const proofOf = (by: 'caller' | 'called', { caller, called, version }: Ends, at: number) =>
    createHmac('sha256', key).update([by, caller, called, version, at].join('\0')).digest('base64url');
  return {
    /** The headers with which a process calls another one. */
    headersOf(ends: Ends): Record<string, string> {
      const at = now().getTime();
      return {
        'noek-caller': ends.caller,
        'noek-called': ends.called,
        'noek-version': ends.version,
        'noek-time': String(at),
        'noek-proof': proofOf('caller', ends, at),
      };
    },
    /**
     * The ends of a call; null if it does not come from a process of this installation, was made too long ago, or is the repetition of a
     * call that was taken before.
     */
    take(headers: Record<string, string | string[] | undefined>): (Ends & { at: number }) | null {
      const text = (name: string) => String(headers[name] ?? '');
      const ends = { caller: text('noek-caller'), called: text('noek-called'), version: text('noek-version') };
      const at = Number(text('noek-time'));
      const isOld = (time: number) => !(Math.abs(now().getTime() - time) <= validForMs);
      const proof = text('noek-proof');
      if (isOld(at) || taken.has(proof) || !isEqual(proof, proofOf('caller', ends, at))) return null;
      for (const [earlier, time] of taken) if (isOld(time)) taken.delete(earlier);
      taken.set(proof, at);
      return { ...ends, at };
    },
    /** The answer to a call. */
    answerTo: (ends: Ends & { at: number }) => proofOf('called', ends, ends.at),
    isAnswer: (answer: unknown, ends: Ends, at: number) => isEqual(String(answer), proofOf('called', ends, at)),
  };
}

function isEqual(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
