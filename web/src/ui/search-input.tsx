import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTypedText } from '@/lib/address-state'
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

type TypedSearchInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  /** Called when typing has paused */
  onText: (text: string) => void
}

/** For a text that takes effect outside, in the address or in a request: not with each key. */
export function TypedSearchInput({ value, onText, ...rest }: TypedSearchInputProps) {
  const [text, type] = useTypedText(value, onText)
  return <SearchInput {...rest} value={text} onChange={(event) => type(event.target.value)} />
}
