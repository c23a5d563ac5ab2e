export const modelTexts = {
  label: 'Model',
  automatic: 'Automatic',
  resting: (model: string) => `${model} (not responding)`,
  premium: (model: string) => `${model} (SuperNoek)`,
  needsPlan: (model: string) => `${model} is included in SuperNoek.`,
  gone: (model: string) => `${model} is no longer available. Noek chooses automatically.`,
  keepAutomatic: 'Keep it automatic',
  wasGone: (model: string) => `${model} is no longer available, so another model answered.`,
  answerWithAnother: 'Answer with another',
  aboutAnswer: 'About this answer',
  otherAnswer: 'Other answer with…',
} as const;
