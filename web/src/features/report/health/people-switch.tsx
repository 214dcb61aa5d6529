import type { TrendPerson } from '@jaanch/report/trends/api'
import { cn } from '@/lib/class-names'
import { capitalised, initials } from '@/lib/format/text'
import { people as texts } from './texts'

type PeopleSwitchProps = {
  people: readonly TrendPerson[]
  value: string | undefined
  onChange: (person: string) => void
}

/** Whose results are shown: one button for each person who has reports. */
export function PeopleSwitch({ people, value, onChange }: PeopleSwitchProps) {
  return (
    <fieldset
      aria-label={texts.label}
      className="relative -mx-4 mb-5 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0 print:hidden"
    >
      {people.map((person) => (
        <button
          key={person.id}
          type="button"
          aria-pressed={person.id === value}
          onClick={() => onChange(person.id)}
          className={cn(
            'flex min-h-14 shrink-0 items-center gap-3 rounded-xl border bg-surface py-2 pr-4 pl-2.5 text-left transition-colors hover:border-brand',
            'aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink',
          )}
        >
          <span
            aria-hidden
            className="grid size-9 place-items-center rounded-full bg-sunken font-semibold text-ink-soft text-xs"
          >
            {initials(person.name)}
          </span>
          <span className="leading-tight">
            <span className="block max-w-40 truncate font-semibold text-sm">{person.name}</span>
            <span className="block text-ink-soft text-xs tabular-nums">{aboutText(person)}</span>
          </span>
        </button>
      ))}
    </fieldset>
  )
}

/** @returns 'Mother, 58 y' */
export function aboutText({ relationship, age }: Pick<TrendPerson, 'relationship' | 'age'>): string {
  const relation = relationship === null ? texts.self : capitalised(relationship)
  return [relation, age !== null && texts.years(age)].filter(Boolean).join(', ')
}
