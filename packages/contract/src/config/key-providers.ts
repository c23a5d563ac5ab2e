/** Providers that need only a key, in the order in which they are tried. */
export const keyProviders = [
  { prefix: 'OPENAI', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5-mini' },
  { prefix: 'ANTHROPIC', name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' },
  {
    prefix: 'GEMINI',
    name: 'Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    model: 'gemini-2.5-flash',
  },
  { prefix: 'XAI', name: 'xAI', baseUrl: 'https://api.x.ai/v1', model: 'grok-4' },
  { prefix: 'GROQ', name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1', model: 'llama-3.3-70b-versatile' },
  { prefix: 'OPENROUTER', name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', model: 'openrouter/auto' },
] as const;

export type KeyProvider = (typeof keyProviders)[number];
