import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { NewPasskeyResponse, PasskeyAssertion } from '@noek/contract/auth/passkeys';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Changes = {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Whether the person was verified. */
  verified?: boolean;
  counter?: number;
  credentialId?: string;
  userHandle?: string;
};

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

/**
 * An authenticator in software: one ES256 passkey (Web Authentication Level 3, section 6), whose answers a test can change. `rpId` and
 * `origin` are those of the page.
 */
export function createSoftwarePasskey({ rpId = 'noek.localhost', origin = 'http://auth.noek.localhost:5000' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, changes: Changes) =>
    Buffer.from(JSON.stringify({ type: changes.type ?? type, challenge, origin: changes.origin ?? origin }));

  function authenticatorData(changes: Changes, attested?: Uint8Array): Buffer {
    const flags = 0x01 | (changes.verified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changes.counter ?? counter);
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  const credential = (changes: Changes) => {
    const name = changes.credentialId ?? base64url(id);
    return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {} } as const;
  };

  return {
    /** Answers the options of a registration. */
    create({ challenge }: { challenge: string }, changes: Changes = {}): NewPasskeyResponse {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array<ArrayBuffer>>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(jwk.x ?? '', 'base64url'))],
          [-3, new Uint8Array(Buffer.from(jwk.y ?? '', 'base64url'))],
        ]),
      );
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const data = authenticatorData(changes, Buffer.concat([Buffer.alloc(16), idLength, id, key]));
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]);
      return {
        ...credential(changes),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, changes)),
          attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ['internal'],
        },
      };
    },

    /** Answers the options of a sign-in. Its counter is one more than at the last answer. */
    get({ challenge }: { challenge: string }, changes: Changes = {}): PasskeyAssertion {
      counter++;
      const data = authenticatorData(changes);
      const client = clientData('webauthn.get', challenge, changes);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...credential(changes),
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          ...(changes.userHandle !== undefined && { userHandle: base64url(changes.userHandle) }),
        },
      };
    },
  };
}
