import { componentTexts } from '../../../components/base/texts.ts';
import { copyFeedbackMs, copyText } from '../../../components/clipboard.ts';
import { developerTexts } from '../developers/texts.ts';
import { report } from './report.ts';

/** Shows the Copy buttons of the examples, and makes them copy. For two seconds, their text says that it worked. */
export function enableCopyButtons(): void {
  const { action, done } = developerTexts.copyCode;
  const { failed, failedWhy } = componentTexts.copy;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const label = button.firstElementChild;
    const code = button.closest('[data-code]')?.querySelector('pre')?.textContent;
    if (!label || !code) continue;
    let timer: ReturnType<typeof setTimeout> | undefined;
    button.addEventListener('click', async () => {
      clearTimeout(timer);
      const worked = await copyText(code);
      report(worked ? null : `${failed}. ${failedWhy}`);
      label.textContent = worked ? done : action;
      timer = setTimeout(() => {
        label.textContent = action;
      }, copyFeedbackMs);
    });
    button.hidden = false;
  }
}
