/** The texts of reporting an answer or something that is shared. */
export const reportingTexts = {
  report: 'Report',
  answer: {
    title: 'Report this answer',
    lead: 'Administrators can then read this answer and the messages around it.',
  },
  share: {
    title: 'Report this shared conversation',
    lead: 'Administrators look at what is shared here. The person who shared it does not learn who reported it.',
  },
  document: {
    title: 'Report this shared document',
    lead: 'Administrators look at what is shared here. The person who shared it does not learn who reported it.',
  },
  reason: "What's wrong with it?",
  text: 'Anything else? (optional)',
  send: 'Send report',
  sending: 'Sending…',
  sent: 'Report sent',
  changed: 'Already reported',
  failed: 'Your report could not be sent. Please try again.',
  close: 'Close',
} as const;
