import { emailProblem, normalEmail } from '@noek/contract/auth/email-address';
import { maxModelNameLength } from '@noek/contract/chat/limits';
import type { KeyProvider } from '@noek/contract/config/key-providers';
import { z } from 'zod';
import { parseRange } from '../ip-address.ts';

// Kinds of values that settings have.

export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((v) => v === 'true' || v === '1');
export const wholeNumber = z.coerce.number('must be a whole number').int('must be a whole number');
export const count = wholeNumber.nonnegative('must not be negative');
export const optional = z
  .string()
  .trim()
  .transform((v) => v || undefined)
  .optional();

export const originSchema = z.string().transform((value, issue) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.origin;
  issue.addIssue({ code: 'custom', message: 'must be an origin such as https://chat.example.com' });
  return z.NEVER;
});

/** Addresses and CIDR ranges, separated by commas. */
export const addressesSchema = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (entries) => entries.every((entry) => parseRange(entry) !== null),
    'must be addresses such as 127.0.0.1, 10.0.0.0/8',
  );

export const emailAddress = z
  .string()
  .trim()
  .refine((address) => emailProblem(normalEmail(address)) === null, 'must be an email address');

/** Also refuses an address without its protocol, such as localhost:11434, whose protocol would be "localhost:". */
export const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Names and ports of local model servers, as "Ollama:11434,vLLM:8000". */
export const localPortsSchema = z.string().transform((text, issue) => {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  const found = parts.map((part) => /^([^:,]{1,40}):(\d{1,5})$/.exec(part));
  const ports = found.flatMap((match) => (match ? { name: match[1]?.trim() ?? '', port: Number(match[2]) } : []));
  if (ports.length === parts.length && ports.every(({ port }) => port > 0 && port < 65_536)) return ports;
  issue.addIssue({ code: 'custom', message: 'must be names with ports, such as Ollama:11434,vLLM:8000' });
  return z.NEVER;
});

export const modelName = z.string().trim().min(1).max(maxModelNameLength).regex(/^\S+$/, 'must not have spaces');
const providerSchema = z.object({
  name: z.string().min(1),
  baseUrl: webAddress,
  apiKey: z.string().default(''),
  model: modelName,
  models: z.array(modelName).optional(),
  premiumModel: modelName.optional(),
  contextTokens: wholeNumber.min(2_000, 'must be at least 2000').optional(),
  vision: z.boolean('must be true or false').optional(),
  headers: z.record(z.string(), z.string()).optional(),
  api: z.enum(['chat', 'responses', 'auto'], 'must be "chat", "responses" or "auto"').optional(),
});
export type ProviderConfig = z.infer<typeof providerSchema> & {
  /** The provider of a key in a variable of its own, such as OPENAI_API_KEY. */
  prefix?: KeyProvider['prefix'];
  /** Its model is picked from its list. `model` is the one until that was read. */
  picks?: KeyProvider['prefix'];
};

export const providersSchema = z
  .string()
  .transform((text, issue) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issue.addIssue({ code: 'custom', message: 'must be JSON: [{ "name", "baseUrl", "apiKey", "model" }]' });
      return z.NEVER;
    }
  })
  .pipe(z.array(providerSchema));
