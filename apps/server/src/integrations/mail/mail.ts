export type Mail = {
  /** Stable across retries: receivers drop a second copy. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** The mail is one of many, which share a connection. */
  bulk?: boolean;
};

/** Sends one mail. A rejection with `permanent` true is not retried. */
export type MailTransport = {
  /** "smtp", or "inbox": readable at /dev/inbox and as files under DATA_DIR/mail. */
  kind: 'smtp' | 'inbox';
  send(mail: Mail): Promise<void>;
  /**
   * Whether it can send to addresses that are not in ASCII before the @; null if that cannot be found out now. A transport without this
   * method can.
   */
  sendsUnicode?(): Promise<boolean | null>;
  /** Removes its own copies of mails, by the part of their messageId before the @. A transport without copies has no such method. */
  forget?(ids: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

export class MailError extends Error {
  readonly permanent: boolean;
  /** Whether the service could not be used at all, so that the next mail would fail as well. */
  readonly unreachable: boolean;
  /** The service's own answer, for administrators. It often names the recipient, so it belongs in no log. */
  readonly answer: string | null;

  constructor(
    message: string,
    permanent: boolean,
    options: { cause?: unknown; unreachable?: boolean; answer?: string } = {},
  ) {
    super(message, options);
    this.name = 'MailError';
    this.permanent = permanent;
    this.unreachable = options.unreachable ?? false;
    this.answer = options.answer || null;
  }
}
