/** The texts of the switch that starts a temporary chat. */
export const temporaryTexts = {
  label: 'Temporary chat',
  onHint: 'Temporary chat: in no list, deleted soon',
  offHint: 'Leave the temporary chat for a usual one',
  offer: 'Start a temporary chat',
} as const;
