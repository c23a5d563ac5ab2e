import { failedAnswer } from '../../../api/base/failed-answer.ts';

/** Makes the debug button sign in the demo user and load the page again. A failure is only logged. */
export function enableTestLogin(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-test-login]'))
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        const answer = await fetch('/api/auth/test-login', { method: 'POST' });
        const failure = await failedAnswer(answer);
        if (failure || !answer.ok) throw failure ?? new Error(`${answer.status}: ${await answer.text()}`);
        window.location.reload();
      } catch (error) {
        console.error('Test login failed', error);
        button.disabled = false;
      }
    });
}
