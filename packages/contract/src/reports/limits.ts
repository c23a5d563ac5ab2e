/** The longest text of a report, in characters. */
export const maxReportLength = 2_000;

/** The longest reason that an administrator may give, in characters. */
export const maxReasonLength = 500;
