import { cardWords } from '../common/card-words.ts';
import { type Part, textParts } from '../common/parts.ts';
import { firstText, listOf, recordOf, textOf } from '../common/values.ts';
import type { LeftOut } from '../importer.ts';
import { countLeftOut } from '../left-out.ts';
import { fileParts, printedIn } from './open-webui-files.ts';

/** What a model gave, in the form of OpenAI's Responses: texts, thoughts, calls of tools and what they returned. */
export function outputParts(value: unknown, leftOut: LeftOut): Part[] {
  const item = recordOf(value);
  const type = textOf(item.type);
  switch (type) {
    case 'message':
      return listOf(item.content).flatMap((part) => textParts(saidIn(part)));
    case 'reasoning': {
      const text = [...listOf(item.summary), ...listOf(item.content)].map(saidIn).join('\n\n').trim();
      return text === '' ? [] : [{ type: 'reasoning', text, ms: Number(item.duration) * 1000 || 0 }];
    }
    case 'function_call_output':
      // What a tool returned is not shown, except for its files.
      return listOf(item.files).flatMap((file) => fileParts(typeof file === 'string' ? { url: file } : file));
    case 'open_webui:code_interpreter': {
      const printed =
        typeof item.output === 'string' ? item.output.trim() : printedIn(JSON.stringify(item.output ?? ''));
      const text = textOf(item.code).trim();
      return [
        ...(text === '' ? [] : [{ type: 'code', language: firstText(item.lang) || 'python', text } as const]),
        ...(printed === '' || printed === '""' ? [] : [{ type: 'output', text: printed } as const]),
      ];
    }
    case 'image_generation_call':
      if (textOf(item.result) !== '') return fileParts({ url: `data:image/png;base64,${textOf(item.result)}` });
      countLeftOut(leftOut, 'pictures');
      return [];
    default: {
      if (/(?:call|tool|approval)/.test(type)) {
        countLeftOut(leftOut, 'calls');
        return [];
      }
      const parts = textParts(cardWords(item));
      if (parts.length === 0) countLeftOut(leftOut, 'others');
      return parts;
    }
  }
}

const saidIn = (part: unknown) =>
  typeof part === 'string' ? textOf(part) : firstText(recordOf(part).text, recordOf(part).refusal);
