import { randomUUID } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import type { Deps } from '../../deps.ts';
import { sealText } from './seal-mail.ts';

/** A mail without its recipient. `text` and `html` say the same. */
export type MailContent = { subject: string; text: string; html: string };

export type NewMail = MailContent & {
  /** The type of mail, for operators: "verify-email". */
  kind: string;
  to: string;
  /** The account that the mail is about; deleting the account deletes the mail. Leave it out for mail about the deletion. */
  userId?: string;
  /** Deletes the row once the mail is sent or given up. */
  forgetWhenDone?: boolean;
  headers?: Record<string, string>;
};

/** The recipient of dummy mails, which are not sent. */
export const noRecipient = '';

/** The topic of db.notify that wakes the mail delivery of all processes. */
export const mailTopic = 'mail';

/**
 * The statement that enqueues a mail. Run it in the same atomic step as the change that it reports, and call `announceMail` after
 * the commit; otherwise the mail is sent at the next poll. The texts are encrypted until the mail is sent.
 */
export function mailStatement(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  orm: Orm,
  mail: NewMail,
): Statement {
  const id = randomUUID();
  const createdAt = now();
  return orm.insert(db.tables.outbox).values({
    id,
    kind: mail.kind,
    recipient: mail.to,
    userId: mail.userId ?? null,
    forgetWhenDone: mail.forgetWhenDone ?? false,
    subject: mail.subject,
    text: sealText(config, id, mail.text),
    html: sealText(config, id, mail.html),
    headers: mail.headers ?? {},
    nextAttemptAt: createdAt,
    createdAt,
  });
}

/**
 * The same write for a mail that is not sent, so that response times do not reveal who has an account. Mail delivery drops it.
 */
export function dummyMailStatement(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  orm: Orm,
  content: MailContent,
): Statement {
  return mailStatement(deps, orm, { ...content, kind: 'none', to: noRecipient, forgetWhenDone: true });
}

/** Tells the mail delivery of all processes that mail is due. */
export function announceMail({ db }: Pick<Deps, 'db'>): void {
  db.notify(mailTopic);
}
