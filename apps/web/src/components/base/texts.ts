/** A number as texts show it: "3,000". */
export const counted = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** The texts of shared components. */
export const componentTexts = {
  brand: 'Noek',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  tryAgain: 'Try again',
  outOfDate: 'What is shown may be out of date.',
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    failed: "Couldn't copy",
    failedWhy: 'Your browser does not allow it here.',
  },
  notifications: 'Notification',
  dates: { unknown: 'Recently', timeOnDay: (time: string, day: string) => `${time} on ${day}` },
  theme: { toLight: 'Switch to light theme', toDark: 'Switch to dark theme' },
  fatal: {
    title: 'Something went wrong',
    hint: 'Please refresh the page to continue.',
    refresh: 'Refresh Page',
  },
  failedPane: {
    text: "This part of the page can't be shown.",
    reload: 'Reload the page',
  },
} as const;

/** For a page without scripts. Only the build needs it. */
export const noScriptText = 'Noek needs JavaScript. Please switch it on and load the page again.';
