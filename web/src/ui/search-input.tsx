import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Input } from './input'

export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <div className="relative">
      <Search
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-soft"
        aria-hidden
      />
      <Input type="search" className="pl-10" {...props} />
    </div>
  )
}
