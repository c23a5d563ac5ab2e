/** Whether a part of a document is only suggested to be added. */
export const isSuggested = (part: { suggestedInsertionIds?: string[] | null } | undefined): boolean =>
  (part?.suggestedInsertionIds?.length ?? 0) > 0;
