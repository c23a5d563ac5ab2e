import type { OfferedText } from '@noek/importers/importer';
import { useId } from 'react';
import { Checkbox } from '../../../../components/fields/checkbox.tsx';
import { importTexts } from '../texts.ts';
import { pieceKey, tickedOf, withTicked } from './choice.ts';

const texts = importTexts.choice;
/** More would push the conversations out of sight. */
const shownAtOnce = 4;

/** The texts of an export that can become memories. None of them is ticked at first. */
export function AboutYou(props: {
  texts: readonly OfferedText[];
  ticked: ReadonlySet<string>;
  onChange: (ticked: ReadonlySet<string>) => void;
}) {
  if (props.texts.length === 0) return null;
  const count = props.texts.reduce((sum, { pieces }) => sum + pieces.length, 0);
  return (
    <details open={count <= shownAtOnce} className="rounded-card border border-border px-3 py-2.5">
      <summary className="cursor-pointer rounded-chip">
        <h3 className="inline text-[0.875rem]">{texts.aboutYou}</h3>
      </summary>
      <p className="mt-1 text-sm text-text-muted">{texts.aboutYouLead(count)}</p>
      <div className="mt-2 grid gap-2">
        {props.texts.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts are known by their places, and never move
          <Text key={at} text={text} at={at} ticked={props.ticked} onChange={props.onChange} />
        ))}
      </div>
    </details>
  );
}

function Text(props: {
  text: OfferedText;
  at: number;
  ticked: ReadonlySet<string>;
  onChange: (ticked: ReadonlySet<string>) => void;
}) {
  const { at, ticked, onChange } = props;
  const { label, pieces } = props.text;
  const keys = pieces.map((_, piece) => pieceKey(at, piece));
  const change = (some: readonly string[], isTicked: boolean) => onChange(withTicked(ticked, some, isTicked));
  const [only] = pieces;
  if (only && pieces.length === 1)
    return (
      <Piece
        title={label}
        content={only.content}
        checked={ticked.has(pieceKey(at, 0))}
        onTick={(to) => change(keys, to)}
      />
    );
  return (
    <fieldset className="grid gap-1">
      <legend className="sr-only">{label}</legend>
      <Piece title={label} checked={tickedOf(keys, ticked)} onTick={(to) => change(keys, to)} />
      <div className="grid gap-1 pl-7">
        {pieces.map(({ title, content }, piece) => {
          const key = pieceKey(at, piece);
          return (
            <Piece
              key={key}
              // A text without titles has pieces that are all called like it.
              title={title === label ? content : title}
              content={title === label ? undefined : content}
              checked={ticked.has(key)}
              onTick={(to) => change([key], to)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function Piece(props: {
  title: string;
  content?: string | undefined;
  checked: boolean | 'indeterminate';
  onTick: (isTicked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex gap-3">
      <Checkbox
        id={id}
        className="mt-1.25"
        aria-describedby={props.content === undefined ? undefined : `${id}-text`}
        checked={props.checked}
        onCheckedChange={(to) => props.onTick(to === true)}
      />
      <div className="min-w-0 flex-1 py-0.5 text-sm [overflow-wrap:anywhere]">
        <label htmlFor={id} dir="auto" className="line-clamp-4 font-medium">
          {props.title}
        </label>
        {props.content !== undefined && (
          <p id={`${id}-text`} dir="auto" className="line-clamp-4 whitespace-pre-line text-text-muted">
            {props.content}
          </p>
        )}
      </div>
    </div>
  );
}
