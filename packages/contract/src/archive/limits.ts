/** How many hours the archive of an export is kept. */
export const archiveHours = 24;

/** How many days the report of an import is kept. Until then, the import can be undone. */
export const importReportDays = 365;

/** How many imports of a person may wait at the same time. */
export const maxWaitingImports = 10;

/** The largest upload of an import, in bytes: room for all that an account with Basic can store. */
export const maxArchiveBytes = 2 * 1024 * 1024 * 1024;
