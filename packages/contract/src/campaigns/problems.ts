import { campaignLimits } from './limits.ts';

const number = (count: number) => count.toLocaleString('en-US');
const people = (count: number) => (count === 1 ? '1 person' : `${number(count)} people`);

/** Why an email to many people is refused: the words of the server and of the page. */
export const campaignProblems = {
  noRecipients: 'Please select users or choose a recipient type.',
  missing: 'Please fill in both subject and content.',
  subjectLine: 'The subject has to be a single line of text.',
  subjectTooLong: `The subject can have up to ${campaignLimits.subject} characters.`,
  contentTooLong: `The content can have up to ${campaignLimits.content.toLocaleString('en-US')} characters.`,
  tooManyRecipients: `List at most ${campaignLimits.recipients.toLocaleString('en-US')} recipients, or choose a recipient type.`,
  tooMuchMarkdown: 'This Markdown is too deep or has too many signs. Simplify it, or choose plain text.',
  recipientsChanged: (now: number, expected: number) =>
    `This email would now go to ${people(now)}, not ${number(expected)}. Please check and send it again.`,
} as const;
