import type { ResultView } from '@jaanch/report/results/api'
import type { TrendChange, TrendPerson } from '@jaanch/report/trends/api'
import { ArrowDownRight, ArrowRight, ArrowUpRight, ChartLine, History } from 'lucide-react'
import { valueText } from '@/features/report/results/texts'
import { cn } from '@/lib/class-names'
import { capitalised, initials } from '@/lib/format/text'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import * as texts from './texts'

export function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={ChartLine}
      title={texts.page.failed}
      action={
        <Button variant="outline" onClick={onRetry}>
          {texts.page.retry}
        </Button>
      }
    />
  )
}

type PeopleSwitchProps = {
  people: readonly TrendPerson[]
  value: string | undefined
  onChange: (person: string) => void
}

/** Chooses the person whose results are shown: one button for each who has reports. */
export function PeopleSwitch({ people, value, onChange }: PeopleSwitchProps) {
  return (
    <fieldset
      aria-label={texts.people.label}
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
  const relation = relationship === null ? texts.people.self : capitalised(relationship)
  return [relation, age !== null && texts.people.years(age)].filter(Boolean).join(', ')
}

const arrows = { up: ArrowUpRight, down: ArrowDownRight, same: ArrowRight }

type ChangeTextProps = {
  change: Pick<TrendChange, 'direction' | 'before' | 'isReal' | 'hasCrossed'>
  unit: ResultView['unit']
  /** The flag of the current result: a value within the interval is no warning, however much it changed */
  flag: ResultView['flag']
}

/** Says whether a result went up or down, and from what; the arrow has the direction that the API found. */
export function ChangeText({ change, unit, flag }: ChangeTextProps) {
  const { direction, before, isReal, hasCrossed } = change
  const Arrow = direction ? arrows[direction] : History
  return (
    <span
      className={cn(
        'inline-flex min-w-0 items-center gap-1 text-ink-soft text-xs tabular-nums',
        (isReal || hasCrossed) && 'font-semibold',
        (isReal || hasCrossed) && (flag === 'normal' ? 'text-success' : 'text-accent-ink'),
      )}
    >
      <Arrow className="size-4 shrink-0" aria-hidden data-direction={direction ?? 'none'} />
      <span className="truncate">
        <span className="sr-only">{direction ? texts.directions[direction] : texts.notComparable} </span>
        <span aria-hidden>{texts.from} </span>
        {valueText({ ...before, unit })}
      </span>
    </span>
  )
}
