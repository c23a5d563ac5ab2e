/** Providers that need only a key, in the order in which they are tried. */
export const keyProviders = [
  { prefix: 'OPENAI', name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  { prefix: 'ANTHROPIC', name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  { prefix: 'GEMINI', name: 'Gemini', baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  { prefix: 'XAI', name: 'xAI', baseUrl: 'https://api.x.ai/v1' },
  { prefix: 'GROQ', name: 'Groq', baseUrl: 'https://api.groq.com/openai/v1' },
  { prefix: 'OPENROUTER', name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
] as const;

export type KeyProvider = (typeof keyProviders)[number];
