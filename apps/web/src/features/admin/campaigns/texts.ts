import { campaignProblems } from '@noek/contract/campaigns/problems';
import type { Campaign, CampaignFormat, CampaignResult, RecipientType } from '@noek/contract/campaigns/schemas';

const number = new Intl.NumberFormat('en-US');
const people = (count: number) => (count === 1 ? '1 person' : `${number.format(count)} people`);

/** The texts of the Email Dashboard. */
export const campaignTexts = {
  form: 'New email',
  type: 'Recipients',
  types: {
    selected: 'Selected',
    all: 'All',
    basic: 'Basic',
    supernoek: 'SuperNoek',
    admin: 'Admin',
  } satisfies Record<RecipientType, string>,
  selected: (count: number) => `${number.format(count)} selected`,
  selectHint: 'Select users in User Management to write to them.',
  remove: (name: string) => `Remove ${name}`,
  recipients: (count: number) => (count === 1 ? '1 recipient' : `${number.format(count)} recipients`),
  counting: 'Counting recipients…',
  leftOut: (unsubscribed: number, suspended: number) =>
    [
      unsubscribed > 0 && `${number.format(unsubscribed)} unsubscribed`,
      suspended > 0 && `${number.format(suspended)} suspended`,
    ]
      .filter(Boolean)
      .join(', '),
  leftOutLabel: 'Left out:',
  subject: 'Subject',
  content: 'Content',
  contentHelp: 'A link to unsubscribe is added at the end.',
  format: 'Format',
  formats: { text: 'Plain text', markdown: 'Markdown' } satisfies Record<CampaignFormat, string>,
  preview: {
    open: 'Preview',
    title: 'Preview',
    description: 'Each email has an HTML part and a plain text part. Mail programs show one of them.',
    html: 'HTML',
    text: 'Plain text',
    forms: 'Forms of the email',
    loading: 'Loading the preview…',
    failed: 'The preview could not be made',
    close: 'Close',
  },
  test: { send: 'Send test to me', done: 'Test email sent', failed: 'The test email could not be sent' },
  send: 'Send Email',
  sending: 'Sending…',
  noRecipients: { title: 'No Recipients', description: campaignProblems.noRecipients },
  missing: { title: 'Missing Information', description: campaignProblems.missing },
  ask: {
    title: (count: number) => `Send this email to ${people(count)}?`,
    question: (subject: string) =>
      `“${subject}” is sent to each of them, one after the other. You can pause or cancel it.`,
    confirm: 'Send',
  },
  sent: 'Email Sent',
  failed: { title: 'Email Failed', description: 'Failed to send email' },
  list: {
    heading: 'Sent emails',
    empty: 'No emails yet',
    emptyHint: 'What you send appears here, with its progress.',
    loading: 'Loading sent emails',
    more: 'Show older emails',
    to: (type: RecipientType) => `To: ${campaignTexts.types[type]}`,
    progress: (subject: string) => `Progress of ${subject}`,
    status: {
      sending: 'Sending',
      paused: 'Paused',
      cancelled: 'Cancelled',
      done: 'Done',
    } satisfies Record<Campaign['status'], string>,
    counts: ({ sent, total, pending, failed, unsubscribed, withdrawn }: Campaign) =>
      [
        `${number.format(sent)} of ${number.format(total)} sent`,
        pending > 0 && `${number.format(pending)} waiting`,
        failed > 0 && `${number.format(failed)} failed`,
        unsubscribed > 0 && `${number.format(unsubscribed)} unsubscribed`,
        withdrawn > 0 && `${number.format(withdrawn)} withdrawn`,
      ]
        .filter(Boolean)
        .join(' · '),
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    results: 'Results',
    of: (action: string, subject: string) => `${action}: ${subject}`,
    changeFailed: 'The email could not be changed',
  },
  cancel: {
    title: 'Cancel this email?',
    question: (pending: number) => `${people(pending)} will not get it. What was sent stays sent.`,
    confirm: 'Cancel email',
    keep: 'Keep sending',
  },
  results: {
    title: (subject: string) => `Results: ${subject}`,
    description: "The result of each person's email. Results are kept for 30 days.",
    filter: 'Show',
    any: 'Everybody',
    status: {
      pending: 'Waiting',
      sent: 'Sent',
      failed: 'Failed',
      cancelled: 'Cancelled',
      unsubscribed: 'Unsubscribed',
    } satisfies Record<CampaignResult['status'], string>,
    empty: 'No emails with this result',
    loading: 'Loading the results…',
    more: 'Show more',
    close: 'Close',
  },
};
