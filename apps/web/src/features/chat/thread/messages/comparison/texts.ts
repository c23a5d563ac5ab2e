/** The texts of two answers side by side. */
export const compareTexts = {
  compareWith: 'Compare with…',
  label: 'Two answers',
  heading: 'Compare answers',
  close: 'Stop comparing',
  continueWith: 'Continue with this one',
  automatic: 'Automatic',
  modelChanged: (name: string) => `This chat's next answers come from ${name}`,
  keepModel: 'Undo',
  shown: 'Shown in the chat',
  states: {
    sending: 'Sending…',
    waiting: 'Not asked yet',
    streaming: 'Answering…',
    complete: null,
    stopped: 'Stopped',
    interrupted: 'Interrupted',
    failed: 'Failed',
  },
  loading: 'Loading the other answer…',
  loadFailed: "Couldn't load this answer",
} as const;
