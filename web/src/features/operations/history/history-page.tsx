import { History, SearchX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { serverText } from '@/lib/http/api-error'
import { useHistory } from '@/lib/resources/operations/history'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { SearchInput } from '@/ui/search-input'
import { SkeletonList } from '@/ui/skeleton'
import { StreamHistory } from './stream-history'

/** Time travel: a booking, prescription or lab after any of its events, folded as the projector does it. */
export function HistoryPage() {
  const [search, setSearch] = useSearchParams()
  const of = search.get('of')?.trim() || null
  const history = useHistory(of)
  return (
    <div className="grid grid-cols-1 gap-5">
      <OpenStream key={of} of={of ?? ''} onOpen={(next) => setSearch({ of: next })} />
      {of === null ? (
        <EmptyState icon={History} title="Open a booking, a prescription or a lab">
          You see it after any of its events, and which event made each field.
        </EmptyState>
      ) : history.data ? (
        <StreamHistory key={history.data.of} history={{ ...history, data: history.data }} />
      ) : history.error ? (
        <EmptyState icon={SearchX} title="Nothing to show">
          {serverText(history.error)}
        </EmptyState>
      ) : (
        <SkeletonList count={3} itemClassName="h-40" className="grid grid-cols-1 gap-3" />
      )}
    </div>
  )
}

type OpenStreamProps = { of: string; onOpen: (of: string) => void }

function OpenStream({ of, onOpen }: OpenStreamProps) {
  const [text, setText] = useState(of)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) onOpen(text.trim())
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field
        label="Booking, prescription or lab"
        hint="An id, or its first 8 characters"
        className="min-w-0 max-w-xl grow basis-64"
      >
        <SearchInput
          value={text}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" className="mt-7.5 max-sm:mt-0 max-sm:w-full">
        Open
      </Button>
    </form>
  )
}
