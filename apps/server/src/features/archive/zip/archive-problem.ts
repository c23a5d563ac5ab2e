/** Why an archive cannot be imported. The message is for people. */
export class ArchiveProblem extends Error {}

export const damaged = (detail?: unknown) =>
  new ArchiveProblem('This archive is damaged or was changed. Please download it again.', { cause: detail });
