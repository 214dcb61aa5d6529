import { RefreshCw, Route } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useResource } from '@/lib/cache/use-resource'
import { capitalised } from '@/lib/format/text'
import { serverText } from '@/lib/http/api-error'
import { historyPath } from '@/lib/paths'
import { Button, SmallLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Skeleton } from '@/ui/skeleton'
import { LookupForm, useOperations } from '../parts'
import { Timeline } from './timeline'

const texts = {
  lookup: {
    label: 'Booking, prescription, order or request',
    hint: "An id, the first 8 characters of a booking's or prescription's, or an order number. The answer of every request names its id (X-Request-Id).",
    submitLabel: 'Trace',
  },
  none: 'Nothing is traced yet',
  noneText:
    'A trace shows each request, its events, the work and the messages that followed, and when they were pushed.',
  failed: 'The trace could not be loaded.',
  history: 'History',
  refresh: 'Refresh',
}

export function TracePage() {
  const [search, setSearch] = useSearchParams()
  const of = search.get('of') ?? ''
  return (
    <div className="grid grid-cols-1 gap-6">
      <LookupForm
        key={of}
        of={of}
        {...texts.lookup}
        onSubmit={(text) => setSearch(text ? { of: text } : {})}
      />
      {of === '' ? (
        <EmptyState icon={Route} title={texts.none} text={texts.noneText} />
      ) : (
        <FoundTrace of={of} />
      )}
    </div>
  )
}

function FoundTrace({ of }: { of: string }) {
  const { data, loading, error, mutate } = useResource('/api/operations/trace', { query: { of } })
  const head = useOperations().data?.head
  // steps that run or wait change as the log grows
  const isUnfinished = data?.steps.some(({ at, until, kind }) => at === null || (kind === 'work' && !until))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each growth of the log asks again
  useEffect(() => {
    if (isUnfinished) void mutate()
  }, [isUnfinished, head, mutate])

  if (loading) return <Skeleton className="h-96 w-full rounded-xl" />
  if (!data) {
    return (
      <p
        role="alert"
        className="whitespace-pre-line rounded-xl border bg-surface px-5 py-8 text-center text-ink-soft"
      >
        {serverText(error) ?? texts.failed}
      </p>
    )
  }
  const { kind, id, steps } = data
  return (
    <section aria-labelledby="trace">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="trace" className="min-w-0 grow font-semibold text-base [overflow-wrap:anywhere]">
          {capitalised(kind)} {id}
        </h2>
        {kind !== 'request' && <SmallLink to={historyPath(kind, id)}>{texts.history}</SmallLink>}
        <Button icon={RefreshCw} variant="outline" size="sm" onClick={() => void mutate()}>
          {texts.refresh}
        </Button>
      </div>
      <Timeline steps={steps} />
    </section>
  )
}
