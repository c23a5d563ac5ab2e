import {
  type ApiAnswer,
  type ApiCall,
  type ApiInput,
  type ApiProcedure,
  type ApiReference,
  type ApiSection,
  apiSections,
} from '@noek/contract/calls/api-reference';
import { refusals } from '@noek/contract/calls/errors';
import { type Answer, isRawBody, isStreamedBody, type Operation, refusalsOf } from '@noek/contract/calls/operation';
import { type DeclaredProcedure, operationsByFeature, procedures } from '@noek/contract/calls/operations';
import type { z } from 'zod';
import { maxBodyText } from '../text/space-size.ts';
import { titles } from './api-docs.ts';
import { describeFields, namedFields, shortType, typeText } from './type-text.ts';

/** The documents about other ways to reach Noek than its own calls, in the order of the page. */
export const programFiles = ['openai.md', 'mcp.md', 'command.md', 'client.md', 'webhooks.md', 'connected-apps.md'];

/** The texts of the documents. `programs`: by the names of their files. */
type Documents = { api: string; guide: string; programs: Record<string, string> };

/**
 * What the developers' pages show, from the declarations and from the texts of documents. Throws if a document
 * has lost a section.
 */
function apiReference(documents: Documents): ApiReference {
  const sections = sectionsOf(documents.api);
  const described = procedures.map(describeProcedure);
  return {
    guide: sectionsOf(documents.guide),
    programs: Object.entries(documents.programs).map(([file, document]) => ({ file, ...wholeOf(document) })),
    sections: Object.fromEntries(
      apiSections.map((heading) => {
        const text = sections.find((section) => section.heading === heading)?.text;
        if (!text) throw new Error(`docs/api.md has no section "${heading}".`);
        return [heading, text];
      }),
    ) as Record<ApiSection, string>,
    areas: Object.entries(operationsByFeature).map(([feature, own]) => ({
      title: titles[feature as keyof typeof titles],
      calls: Object.values<Operation>(own).map(describeCall),
    })),
    shapes: namedFields(),
    routers: [...Map.groupBy(described, ({ path }) => path.split('.')[0] ?? '')].map(([name, own]) => ({
      name,
      procedures: own,
    })),
  };
}

/** The reference as the file that the web app reads. */
export const apiReferenceText = (documents: Parameters<typeof apiReference>[0]): string =>
  `${JSON.stringify(apiReference(documents), null, 1)}\n`;

/** The parts of a text that the pages show in a form of their own. */
const shownOtherwise = /<!-- generated: (calls|shapes|procedures|tokens) -->[\s\S]*?<!-- end -->/g;

/** The text under each heading of a document, without headings of lower levels, comments and line breaks within paragraphs. */
function sectionsOf(document: string): { heading: string; text: string }[] {
  const parts = document
    .replaceAll(shownOtherwise, '')
    .replaceAll(/<!--.*?-->\n*/g, '')
    .split(/^#{2,3} (.+)$/m);
  const found: { heading: string; text: string }[] = [];
  for (let at = 1; at < parts.length; at += 2)
    found.push({ heading: parts[at] ?? '', text: (parts[at + 1] ?? '').replaceAll(/\n{3,}/g, '\n\n').trim() });
  return found;
}

/** A document without its comments: its title, and the rest. */
function wholeOf(document: string): { heading: string; text: string } {
  const [, heading = '', text = ''] = /^# (.+)\n([\s\S]*)$/.exec(document.replaceAll(/<!--.*?-->\n*/g, '')) ?? [];
  return { heading, text: text.replaceAll(/\n{3,}/g, '\n\n').trim() };
}

function describeCall(operation: Operation): ApiCall {
  const { method, path, summary, access, token = 'never', example } = operation;
  return {
    method: method.toUpperCase() as ApiCall['method'],
    path,
    summary,
    access,
    token,
    takes: [...places(operation), ...(operation.body ? [describeBody(operation.body)] : [])],
    answers: operation.answers.map(describeAnswer),
    refusals: refusalsOf(operation)
      .map(({ code, fields }) => {
        const { status, meaning } = refusals[code];
        return { code, status, meaning, fields: fields ? shortType(fields, 'output') : '' };
      })
      .toSorted((a, b) => a.status - b.status),
    example: example?.body === undefined ? null : JSON.stringify(example.body, null, 2),
  };
}

const places = ({ params, query, headers }: Operation): ApiInput[] =>
  (
    [
      ['path', params],
      ['query', query],
      ['headers', headers],
    ] as const
  ).flatMap(([place, schema]) =>
    schema ? [{ place, fields: describeFields(schema, 'input') ?? [], type: null, note: '' }] : [],
  );

function describeBody(body: NonNullable<Operation['body']>): ApiInput {
  if (!isRawBody(body)) return { place: 'body', ...describeInput(body) };
  const note = isStreamedBody(body)
    ? `At most ${maxBodyText(body.maxBytes)}.`
    : 'Read byte for byte, because it is signed.';
  return { place: 'body', fields: [], type: body.mediaType, note };
}

function describeInput(schema: z.ZodType): { fields: ApiInput['fields']; type: string | null; note: string } {
  const fields = describeFields(schema, 'input');
  return {
    fields: fields ?? [],
    type: fields === null ? typeText(schema, 'input') : null,
    note: schema.description ?? '',
  };
}

function describeAnswer(answer: Answer): ApiAnswer {
  const { status } = answer;
  if ('json' in answer) {
    const headers = Object.entries(answer.headers ?? {}).map(([name, note]) => ({ name, note }));
    return { status, kind: 'json', type: typeText(answer.json, 'output'), note: '', headers };
  }
  const empty = { status, type: '', note: '', headers: [] };
  if ('events' in answer) return { ...empty, kind: 'events' };
  if ('file' in answer) return { ...empty, kind: 'file', type: answer.file };
  const note = 'redirect' in answer ? `Redirects ${answer.redirect}.` : 'Unchanged since the given ETag.';
  return { ...empty, kind: 'empty', note };
}

const describeProcedure = (procedure: DeclaredProcedure): ApiProcedure => ({
  path: procedure.path,
  type: procedure.type,
  summary: procedure.summary,
  access: procedure.access === 'guest' ? 'anyone' : procedure.access,
  token: procedure.token,
  takes: procedure.input ? describeInput(procedure.input) : null,
  answer: procedure.type === 'subscription' ? null : typeText(procedure.output, 'output'),
});
