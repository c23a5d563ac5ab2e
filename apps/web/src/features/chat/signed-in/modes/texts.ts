/** What the modes do, in a few words. */
export const modeHints = {
  fun: 'More playful answers; the facts stay accurate',
  harmful: 'Dark, blunt humour; safety rules still apply',
} as const;
