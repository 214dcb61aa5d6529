import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/ui/button'

type SearchBoxProps = {
  value: string
  onChange: (text: string) => void
  onSearch: () => void
  /** Stands beside the field: the city */
  children?: ReactNode
}

export function SearchBox({ value, onChange, onSearch, children }: SearchBoxProps) {
  return (
    <search>
      <form
        className="flex flex-col gap-2 rounded-2xl border bg-surface p-2 shadow-card focus-within:border-ring sm:flex-row sm:items-center"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        <div className="relative min-w-0 grow">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-brand-ink"
            aria-hidden
          />
          <input
            type="search"
            enterKeyHint="search"
            maxLength={100}
            aria-label="Search for tests or packages"
            placeholder="Search for tests or packages..."
            className="h-12 w-full min-w-0 rounded-xl bg-transparent pr-2 pl-11 text-base text-ink outline-none placeholder:text-ink-soft"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <div className="flex gap-2">
          {children && <div className="min-w-0 grow">{children}</div>}
          <Button type="submit" size="lg" className={children ? '' : 'grow'}>
            Search
          </Button>
        </div>
      </form>
    </search>
  )
}
