import { type CriticalCallState, criticalCallStates } from '@jaanch/report/critical/api'
import { PhoneCall, PhoneForwarded, PhoneOff, TriangleAlert } from 'lucide-react'
import { useCriticalCalls } from '@/features/report/critical-calls'
import { useAddressState } from '@/lib/address-state'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { Segmented } from '@/ui/segmented'
import { Skeleton } from '@/ui/skeleton'
import { CallCard } from './call-card'
import { page as texts } from './texts'

const emptyIcons = { open: PhoneCall, confirmed: PhoneForwarded, 'not-reached': PhoneOff }

/** The calls about critical values that a lab, or the medical admins, have to make, and those that are closed. */
export function CriticalPage() {
  const [address, setAddress] = useAddressState({ state: '' })
  const state = criticalCallStates.find((each) => each === address.state) ?? 'open'
  const { rows, data, loading, hasMore, more, mutate } = useCriticalCalls(state)
  return (
    <>
      <PageHeading {...texts.heading}>
        <Segmented<CriticalCallState>
          label={texts.state}
          value={state}
          onChange={(next) => setAddress({ state: next === 'open' ? '' : next })}
          options={criticalCallStates.map((value) => ({ value, label: texts.states[value] }))}
        />
      </PageHeading>
      {loading ? (
        <div role="status" aria-label={texts.loading} className="grid gap-3">
          <Skeleton className="h-64 sm:h-52" />
          <Skeleton className="h-64 sm:h-52" />
        </div>
      ) : !data ? (
        // never shown as if there were no call to make
        <EmptyState
          icon={TriangleAlert}
          title={texts.unavailable}
          action={<Button onClick={() => void mutate()}>{texts.retry}</Button>}
          text={texts.unavailableText}
        />
      ) : rows.length === 0 ? (
        <EmptyState icon={emptyIcons[state]} title={texts.none[state].title} text={texts.none[state].text} />
      ) : (
        <ul className="grid gap-3">
          {rows.map((call) => (
            <li key={call.id}>
              <CallCard call={call} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="outline" className="mt-4" onClick={more}>
          {texts.more}
        </Button>
      )}
    </>
  )
}
