import { useId } from 'react';
import { useStoredValue } from '../../../components/base/stored-value/use-stored-value.ts';
import { setTextSize, textSize, textSizes } from '../../../components/base/theme/text-size.ts';
import { chosenTheme, setTheme, type ThemeChoice } from '../../../components/base/theme/theme.ts';
import { Choice } from '../../../components/fields/choice.tsx';
import { Item, Items } from '../item.tsx';
import { deviceTexts } from './texts.ts';

const themes: readonly ThemeChoice[] = ['system', 'light', 'dark'];

/** The theme and the size of the text on this device. */
export function Appearance() {
  const theme = useStoredValue(chosenTheme);
  const size = useStoredValue(textSize);
  const id = useId();
  return (
    <Items>
      <Item
        stacks
        title={deviceTexts.theme.title}
        control={
          <Choice
            legend={deviceTexts.theme.title}
            name={`${id}-theme`}
            choices={themes.map((value) => ({ value, label: deviceTexts.theme.names[value] }))}
            value={theme}
            onChange={setTheme}
          />
        }
      >
        {deviceTexts.theme.hint}
      </Item>
      <Item
        stacks
        title={deviceTexts.textSize.title}
        control={
          <Choice
            legend={deviceTexts.textSize.title}
            name={`${id}-size`}
            choices={textSizes.map((value) => ({ value, label: deviceTexts.textSize.names[value] }))}
            value={size}
            onChange={setTextSize}
          />
        }
      >
        {deviceTexts.textSize.hint}
      </Item>
    </Items>
  );
}
