import type { Importance } from '@noek/contract/memory/memory-text';
import { SearchInput } from '../../../components/fields/search-input.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { memoryTexts } from '../texts.ts';
import type { MemoryFilter } from './memory-filter.ts';

const texts = memoryTexts.filters;

/** Filters the list by words, category and importance and, if projects have memories, by project. */
export function MemoryToolbar(props: {
  filter: MemoryFilter;
  onFilter: (filter: MemoryFilter) => void;
  categories: readonly string[];
  /** The projects with memories. */
  projects: readonly { id: string; name: string }[];
}) {
  const { filter, onFilter, projects } = props;
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        label={texts.search}
        placeholder={texts.search}
        className="min-w-52 flex-[99_1_0%] max-sm:basis-full"
        value={filter.text}
        onChange={(event) => onFilter({ ...filter, text: event.target.value })}
      />
      {/* They share a row beside or below the search: none of them is alone there. */}
      <div className="flex min-w-0 flex-auto gap-2 max-sm:basis-full max-sm:flex-wrap">
        <Select
          className="min-w-0 flex-[1_1_11rem] max-sm:flex-[1_1_0%]"
          aria-label={texts.category}
          value={filter.category ?? ''}
          onChange={(event) => onFilter({ ...filter, category: event.target.value || null })}
        >
          <option value="">{texts.allCategories}</option>
          {props.categories.map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </Select>
        <Select
          className="min-w-0 flex-[1_1_11rem] max-sm:flex-[1_1_0%]"
          aria-label={texts.importance}
          value={filter.importance ?? ''}
          onChange={(event) => onFilter({ ...filter, importance: (event.target.value || null) as Importance | null })}
        >
          <option value="">{texts.anyImportance}</option>
          {Object.entries(memoryTexts.importance).map(([importance, name]) => (
            <option key={importance} value={importance}>
              {name}
            </option>
          ))}
        </Select>
        {projects.length > 0 && (
          <Select
            className="min-w-0 flex-[1_1_11rem] max-sm:basis-full"
            aria-label={memoryTexts.projects.label}
            value={filter.project ?? ''}
            onChange={(event) => onFilter({ ...filter, project: event.target.value || null })}
          >
            <option value="">{memoryTexts.projects.all}</option>
            <option value="none">{memoryTexts.projects.outside}</option>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </div>
    </div>
  );
}
