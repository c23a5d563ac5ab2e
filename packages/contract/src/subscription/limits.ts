/** How many messages a signed-in person may send, by plan. Each limit applies to any 24 (or 4) hours. */
export const planMessages = { basicPerDay: 3_000, premiumPer4Hours: 10_000, premiumPerDay: 50_000 } as const;
