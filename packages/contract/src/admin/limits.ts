/** How many people a page of the administrators' list has, and how many one may ask for. */
export const peoplePage = { size: 30, max: 200 } as const;

/** The times that the figures of administrators can cover. */
export const figuresRanges = ['24h', '7d', '30d', '90d'] as const;
