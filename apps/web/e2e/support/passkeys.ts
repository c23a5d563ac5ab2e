import type { Page } from '@playwright/test';

/** A device that keeps passkeys and asks for a fingerprint, as Chromium simulates it. */
export type PasskeyDevice = {
  /** Whether the device recognises the person. */
  recognises: (recognises: boolean) => Promise<void>;
  count: () => Promise<number>;
};

/** Gives the browser of a page such a device, whose person touches the sensor and is recognised. */
export async function withPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    recognises: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
