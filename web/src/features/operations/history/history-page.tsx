import { History, SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { serverText } from '@/lib/http/api-error'
import { useHistory } from '@/lib/resources/operations/history'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { LookupForm } from '../lookup-form'
import { StreamHistory } from './stream-history'

/** Time travel: a booking, prescription or lab after any of its events, folded as the projector does it. */
export function HistoryPage() {
  const [search, setSearch] = useSearchParams()
  const of = search.get('of')?.trim() || null
  const history = useHistory(of)
  return (
    <div className="grid grid-cols-1 gap-5">
      <LookupForm
        key={of}
        of={of ?? ''}
        label="Booking, prescription or lab"
        hint="An id, or its first 8 characters"
        submitLabel="Open"
        onSubmit={(next) => next && setSearch({ of: next })}
      />
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
