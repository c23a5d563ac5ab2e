/** Marks the question that was sent last. The view stays where it is at the top. */
export const turnMark = { 'data-turn': true } as const;

export const turnSelector = '[data-turn]';
