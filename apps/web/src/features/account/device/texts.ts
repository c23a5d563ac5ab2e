/** The texts of the settings that a device keeps. */
export const deviceTexts = {
  theme: {
    title: 'Theme',
    hint: 'System follows your device.',
    names: { system: 'System', light: 'Light', dark: 'Dark' },
  },
  textSize: {
    title: 'Text size',
    hint: "Relative to your browser's text size.",
    names: { small: 'Small', normal: 'Normal', large: 'Large', larger: 'Larger' },
  },
  sending: {
    title: 'To send a message, press',
    hints: {
      enter: (newLine: string) => `${newLine} adds a line.`,
      'ctrl-enter': (newLine: string) => `${newLine} adds a line. On a phone, press the Send button.`,
    },
  },
  notifications: {
    hint: 'When you are in another tab or program.',
    none: 'This browser has no notifications.',
  },
} as const;
