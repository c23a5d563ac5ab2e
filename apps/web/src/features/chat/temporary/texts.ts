/** The texts of the switch that starts a temporary chat. */
export const temporaryTexts = {
  label: 'Temporary chat',
  onHint: 'Temporary chat: not listed, deleted soon',
  offHint: 'Switch back to a regular chat',
  offer: 'Start a temporary chat',
} as const;
