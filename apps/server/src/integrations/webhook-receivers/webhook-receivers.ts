/** What is sent to a receiver, at one attempt. */
export type SignedEvent = {
  url: string;
  /** `whsec_…` */
  secret: string;
  /** The same for each attempt. */
  id: string;
  /** When this attempt is made. */
  at: Date;
  /** JSON. */
  body: string;
};

/** Why an address cannot be used, or nothing was delivered, as a sentence for people. */
export class WebhookError extends Error {}

/** The programs of others that events are sent to. */
export type WebhookReceivers = {
  /** The address as it is stored. Throws WebhookError if the address itself shows that nothing may be sent there. */
  checkAddress(url: string): string;
  /**
   * Sends one event and resolves to the status of the answer, whatever it is; redirects are not followed. Throws WebhookError if there is
   * none within 15 seconds, or the address leads to a private network.
   */
  send(event: SignedEvent): Promise<number>;
};
