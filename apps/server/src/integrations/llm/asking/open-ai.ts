/**
 * Only OpenAI knows `store` of chat completions: others answer 400 to unknown fields. Its regional hosts (eu.api.openai.com) are the same
 * service; gateways are not, whatever their names.
 */
export function isOpenAi(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.api.openai.com');
}

const version = /^(?:ft:)?gpt-(\d{1,2})(?:\.(\d{1,2}))?(?=[-:]|$)/;

/** Whether a model of OpenAI takes tools only at /responses, unless it does not reason: gpt-5.4 and all later ones. */
export function isResponsesModel(model: string): boolean {
  const [, major, minor = '0'] = version.exec(model.toLowerCase()) ?? [];
  if (major === undefined || /-turbo\b/.test(model)) return false;
  return Number(major) > 5 || (Number(major) === 5 && Number(minor) >= 4);
}
