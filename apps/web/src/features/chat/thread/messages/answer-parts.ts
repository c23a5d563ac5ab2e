/** The classes of the row under an answer. */
export const footRow =
  'mt-2 flex min-h-(--size-control-sm) flex-wrap items-center gap-x-0.5 text-text-muted text-xs tabular-nums';

/** Whether the built-in demo has answered. */
export const isDemo = (answeredBy: string | null) => /^demo\b/i.test(answeredBy ?? '');
