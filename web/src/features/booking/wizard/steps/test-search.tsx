import type { PackageView } from '@jaanch/catalogue/packages/api'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearch } from '@/features/catalogue/packages-calls'
import { rupeesText } from '@/lib/format/numbers'
import { useDebounced } from '@/lib/timing'
import { Dialog } from '@/ui/dialog'
import { SearchInput } from '@/ui/search-input'

const texts = {
  addThis: 'Add',
  search: 'Search for another test',
  placeholder: 'Search for tests or packages...',
  found: (count: number) => `${count} found`,
  none: 'No tests found',
}

type TestSearchProps = {
  title: string
  chosen: readonly string[]
  /** The outcome of the last choice, if the sheet is still open */
  notice: ReactNode
  onChoose: (item: PackageView) => void
  onClose: () => void
}

/** A more exact text finds others. */
const maxShown = 8

/** A sheet over the page, of one height: the results change while somebody types. */
export function TestSearch({ title, chosen, notice, onChoose, onClose }: TestSearchProps) {
  const [text, setText] = useState('')
  const { rows, loading } = useSearch(useDebounced(text))
  const shown = text.trim() ? rows.filter(({ id }) => !chosen.includes(id)).slice(0, maxShown) : []
  const isEmpty = text.trim() !== '' && !loading && rows.length === 0
  return (
    <Dialog title={title} onClose={onClose} className="h-[92dvh] sm:h-[36rem]">
      <SearchInput
        // the customer has just asked for it
        autoFocus
        maxLength={100}
        aria-label={texts.search}
        placeholder={texts.placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // Enter would submit the step
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div role="status" className="text-ink-soft not-empty:mt-3">
        {notice}
      </div>
      <p role="status" className="sr-only">
        {shown.length > 0 && texts.found(shown.length)}
      </p>
      {isEmpty && <p className="mt-3 text-ink-soft">{texts.none}</p>}
      <ul className="mt-2 divide-y">
        {shown.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className="flex min-h-13 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-sunken"
              onClick={() => onChoose(item)}
            >
              <span className="min-w-0 grow">
                <span className="sr-only">{texts.addThis} </span>
                {item.name}
              </span>
              <span className="shrink-0 font-semibold tabular-nums">{rupeesText(item.price)}</span>
              <Plus className="size-4 shrink-0 text-brand-ink" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
