/** The reasons to report an answer or something that is shared, as people see them. */
export const reportReasons = {
  dangerous: 'Harmful or dangerous',
  harassment: 'Harassment or hate',
  sexual: 'Sexual content',
  privacy: 'Privacy',
  wrong: 'Wrong or misleading',
  other: 'Something else',
} as const;

export type ReportReason = keyof typeof reportReasons;
