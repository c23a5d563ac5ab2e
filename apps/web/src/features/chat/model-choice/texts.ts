import { otherAnsweredText } from '@noek/contract/chat/models-gone';

export const modelTexts = {
  effort: 'Effort',
  endsOn: (day: string) => `Ends on ${day}`,
  automaticLine: 'Noek chooses one that responds',
  planLine: 'Part of your plan',
  needsPlanLine: 'Included in SuperNoek',
  seesNot: (model: string) => `${model} cannot see pictures. These can:`,
  noneSees: 'No model here can see pictures, so answers ignore them.',
  blindLine: (line: string) => (line === '' ? 'Cannot see pictures' : `${line} · cannot see pictures`),
  restingLine: 'Not responding at the moment',
  premium: (model: string) => `${model} (SuperNoek)`,
  needsPlan: (model: string) => `${model} is included in SuperNoek.`,
  gone: (model: string) => `${model} is no longer available. Noek chooses automatically.`,
  keepAutomatic: 'Keep it automatic',
  wasGone: otherAnsweredText,
  answerWithAnother: 'Answer with another',
  aboutAnswer: 'About this answer',
  otherAnswer: 'Other answer with…',
} as const;
