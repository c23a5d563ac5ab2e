import { randomUUID } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import type { Deps } from '../../deps.ts';
import { sealText } from './seal-mail.ts';

/** A mail before it has a recipient. `text` is what people without HTML read; both say the same. */
export type MailContent = { subject: string; text: string; html: string };

export type NewMail = MailContent & {
  /** What the mail is about, for operators: "verify-email". */
  kind: string;
  to: string;
  /** The account it is about: the mail goes with it. Not for what its owner gets after that. */
  userId?: string;
  /** Keeps no row of the mail once it is done with. */
  forgetWhenDone?: boolean;
  headers?: Record<string, string>;
};

/** The recipient of mails that are not sent. */
export const nobody = '';

/** The topic of db.notify that wakes the deliverers of all processes. */
export const mailTopic = 'mail';

/**
 * The statement that enqueues a mail: put it into the same atomic step as the act it reports, and call `announceMail` when
 * the step is committed. Its texts are sealed until it is sent. Without the call it goes out at the deliverer's next round.
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
 * The same write for nobody: what goes to no mailbox takes as long as what does, so that the time an answer takes does not say
 * who has an account. The deliverer drops it.
 */
export function mailToNobody(deps: Pick<Deps, 'db' | 'now' | 'config'>, orm: Orm, content: MailContent): Statement {
  return mailStatement(deps, orm, { ...content, kind: 'none', to: nobody, forgetWhenDone: true });
}

/** Tells the deliverers that mail is waiting. */
export function announceMail({ db }: Pick<Deps, 'db'>): void {
  db.notify(mailTopic);
}
