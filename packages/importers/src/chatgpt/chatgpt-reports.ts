import { firstText, listOf, parsedJson, recordOf, textOf } from '../reading/values.ts';

type Fields = Record<string, unknown>;

const shownState = 'The latest state of the widget is:';

/**
 * The report of deep research that a message has instead of a text: ChatGPT shows it in a frame of its own, and its export has it as the state of
 * that frame, in a message that is hidden otherwise. Null if there is none, or if it is not finished.
 */
export function reportIn(message: Fields): { id: string; content: Fields; metadata: Fields } | null {
  const metadata = recordOf(message.metadata);
  const frame = recordOf(metadata.chatgpt_sdk);
  const text = listOf(recordOf(message.content).parts)
    .map(textOf)
    .find((part) => part.startsWith(shownState));
  const states = [
    frame.widget_state,
    frame.venus_widget_state,
    recordOf(frame.tool_response_metadata).venus_widget_state,
    metadata.venus_widget_state,
    text?.slice(shownState.length),
  ];
  for (const state of states) {
    const report = recordOf(recordOf(typeof state === 'string' ? parsedJson(state) : state).report_message);
    const content = recordOf(report.content);
    const words = listOf(content.parts ?? content.text)
      .map(textOf)
      .join('\n')
      .trim();
    if (words !== '') return { id: firstText(report.id, words), content, metadata: recordOf(report.metadata) };
  }
  return null;
}
