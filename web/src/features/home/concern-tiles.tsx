import { BatteryCharging, ChevronRight, Droplet, HeartPulse, Thermometer } from 'lucide-react'
import { Link } from 'react-router-dom'
import { searchPath } from '@/lib/paths'

/** Specification, section 2.1. */
const concerns = [
  { label: 'Diabetes', query: 'Diabetes', icon: Droplet },
  { label: 'Heart', query: 'Heart', icon: HeartPulse },
  { label: 'Fever', query: 'Fever', icon: Thermometer },
  { label: 'Energy', query: 'Energy Fatigue', icon: BatteryCharging },
]

export function ConcernTiles() {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {concerns.map(({ label, query, icon: Icon }) => (
        <li key={label}>
          <Link
            to={searchPath(query)}
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
  )
}
