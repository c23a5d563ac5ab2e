import { campaignLimits } from './limits.ts';

/** Why an email to many people is refused: the words of the server and of the page. */
export const campaignProblems = {
  noRecipients: 'Please select users or choose a recipient type.',
  missing: 'Please fill in both subject and content.',
  subjectLine: 'The subject has to be a single line of text.',
  subjectTooLong: `The subject can have up to ${campaignLimits.subject} characters.`,
  contentTooLong: `The content can have up to ${campaignLimits.content.toLocaleString('en-US')} characters.`,
  tooManyRecipients: `List at most ${campaignLimits.recipients.toLocaleString('en-US')} recipients, or choose a recipient type.`,
} as const;
