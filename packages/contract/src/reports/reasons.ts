/** The reasons for which people report an answer or a shared conversation, as they are shown. */
export const reportReasons = {
  dangerous: 'Harmful or dangerous',
  harassment: 'Harassment or hate',
  sexual: 'Sexual content',
  privacy: 'Privacy',
  wrong: 'Wrong or misleading',
  other: 'Something else',
} as const;

export type ReportReason = keyof typeof reportReasons;
