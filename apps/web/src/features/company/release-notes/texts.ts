import type { ChangeGroup, ReleaseType } from './releases.ts';

export const releaseTexts = {
  heading: 'Release Notes',
  lead: 'Every version of Noek, the newest first.',
  backHome: 'Back to home',
  betaVersion: 'Beta Version',
  beta: 'Beta',
  latest: 'Latest',
  highlights: 'Highlights',
  types: { major: 'Major', minor: 'Minor', patch: 'Patch' } satisfies Record<ReleaseType, string>,
  groups: {
    added: 'Added',
    fixed: 'Fixed',
    changed: 'Changed',
    security: 'Security',
    deprecated: 'Deprecated',
  } satisfies Record<ChangeGroup, string>,
  footer: { home: 'Home', privacy: 'Privacy Policy' },
} as const;
