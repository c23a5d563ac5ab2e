/** The longest subject and content of an email to many people, in characters, and how many recipients can be listed. */
export const campaignLimits = { subject: 200, content: 100_000, recipients: 5_000 } as const;
