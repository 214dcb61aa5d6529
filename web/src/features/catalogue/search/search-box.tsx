import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '@/ui/button'

type SearchBoxProps = {
  value: string
  onChange: (text: string) => void
  onSearch: () => void
  /** Below the field: the location */
  children?: ReactNode
}

export function SearchBox({ value, onChange, onSearch, children }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  // The field can have a value before this component has loaded: typed into the prerendered page, or restored by the browser.
  const adoptFieldValue = useEffectEvent(() => {
    const typed = input.current?.value ?? ''
    if (typed !== value) onChange(typed)
  })
  useEffect(() => adoptFieldValue(), [])

  return (
    <search className="grid grid-cols-1 gap-2 rounded-2xl border bg-surface p-2 shadow-card focus-within:border-ring">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch()
        }}
      >
        <div className="relative min-w-0 grow">
          <Search
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-brand-ink max-sm:hidden"
            aria-hidden
          />
          <input
            ref={input}
            type="search"
            name="q"
            enterKeyHint="search"
            maxLength={100}
            aria-label="Search for tests or packages"
            placeholder="Search for tests or packages..."
            className="h-12 w-full min-w-0 rounded-xl bg-transparent pl-2 text-ink max-sm:text-[1rem] sm:pr-2 sm:pl-11 sm:text-base outline-none placeholder:text-ink-soft"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <Button type="submit" size="lg" className="max-sm:size-11 max-sm:p-0">
          <Search className="sm:hidden" aria-hidden />
          <span className="max-sm:sr-only">Search</span>
        </Button>
      </form>
      {children}
    </search>
  )
}
