import { componentTexts } from '../../../components/base/texts.ts';
import { chosenTheme } from '../../../components/base/theme/theme.ts';

/** Makes the theme buttons switch the theme and say what they do. */
export function enableThemeButtons(): void {
  const buttons = document.querySelectorAll<HTMLButtonElement>('[data-theme-button]');
  const name = () => {
    const { toDark, toLight } = componentTexts.theme;
    for (const button of buttons) {
      button.title = chosenTheme.get() === 'dark' ? toLight : toDark;
      button.setAttribute('aria-label', button.title);
    }
  };
  for (const button of buttons)
    button.addEventListener('click', () => chosenTheme.set(chosenTheme.get() === 'dark' ? 'light' : 'dark'));
  chosenTheme.onChange(name);
  name();
}
