/** The longest text of a report, in characters. */
export const maxReportLength = 2_000;
