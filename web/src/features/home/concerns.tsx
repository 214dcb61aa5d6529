import type { concernSearches } from '@jaanch/contracts/fixed-searches'
import {
  BatteryCharging,
  ChevronRight,
  Droplet,
  HeartPulse,
  type LucideIcon,
  Thermometer,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { capitalised } from '@/lib/format/text'
import { searchPath } from '@/lib/paths'
import { useSuggestions } from '@/lib/resources/packages'
import { Skeleton } from '@/ui/skeleton'
import { home as texts } from './texts'

type Concern = { label: string; search: (typeof concernSearches)[number]; icon: LucideIcon }

/** Specification, section 2.1. */
const concerns: readonly Concern[] = [
  { label: 'Diabetes', search: 'Diabetes', icon: Droplet },
  { label: 'Heart', search: 'Heart', icon: HeartPulse },
  { label: 'Fever', search: 'Fever', icon: Thermometer },
  { label: 'Energy', search: 'Energy Fatigue', icon: BatteryCharging },
]

/** The fixed concerns that this catalogue has tests for, and the most common ones of the catalogue. */
export function Concerns() {
  const { loading, conditions, leadsSomewhere } = useSuggestions()
  const tiles = concerns.filter(({ search }) => leadsSomewhere(search))
  if (tiles.length === 0 && conditions.length === 0) return null
  return (
    <section aria-labelledby="concerns" className="min-w-0">
      <h2 id="concerns" className="mb-4 font-semibold text-base">
        {texts.concerns}
      </h2>
      {tiles.length > 0 && (
        <ul className="mb-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
          {tiles.map(({ label, search, icon: Icon }) => (
            <li key={label}>
              <Link
                to={searchPath(search)}
                className="flex min-h-16 items-center gap-3 rounded-xl border bg-surface p-3 font-semibold shadow-card transition-colors hover:border-brand sm:p-4"
              >
                <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand-ink">
                  <Icon className="size-5" aria-hidden />
                </span>
                {label}
                <ChevronRight className="ml-auto size-4 text-ink-soft max-sm:hidden" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {/* as high as the row that replaces it, so that nothing below moves */}
      {loading && <Skeleton className="h-13 rounded-lg" />}
      {conditions.length > 0 && (
        <ul
          aria-label={texts.otherConcerns}
          className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:px-0"
        >
          {conditions.map((condition) => (
            <li key={condition} className="shrink-0">
              <Link
                to={searchPath(condition)}
                className="flex min-h-11 items-center rounded-lg border bg-surface px-3 font-medium transition-colors hover:border-brand"
              >
                {capitalised(condition)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
