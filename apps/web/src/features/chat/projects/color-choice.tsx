import { projectColors } from '@noek/contract/projects/limits';
import { Check } from 'lucide-react';
import { projectTexts } from './texts.ts';
import './project-color.css';

/** The colours of a project, each a radio button. */
export function ColorChoice(props: { name: string; value: string; onChange: (color: string) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{projectTexts.color}</legend>
      <div className="-ml-1.5 flex flex-wrap">
        {projectColors.map((color) => (
          <label
            key={color}
            title={projectTexts.colors[color]}
            className="relative grid size-10 cursor-pointer place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={props.name}
              value={color}
              aria-label={projectTexts.colors[color]}
              checked={color === props.value}
              onChange={() => props.onChange(color)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              data-color={color}
              className="project-color grid size-6 place-items-center rounded-full text-accent-text forced-colors:border"
            >
              {color === props.value && <Check className="size-4 stroke-3" />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
