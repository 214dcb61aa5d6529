import { istDate } from '@jaanch/contracts/calendar'
import { Wallet } from 'lucide-react'
import { useAddressState } from '@/lib/address-state'
import { useCash } from '@/lib/resources/cash'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Skeleton } from '@/ui/skeleton'
import { DaySums } from './day-sums'
import { TakingsCard } from './takings-card'
import { page as texts } from './texts'

/** The payments of a day, the cash by who recorded it, to be compared with what they hand in, and the amounts that are due. */
export function CashPage() {
  const today = istDate(new Date())
  const [address, setAddress] = useAddressState({ date: '' })
  const date = /^\d{4}-\d\d-\d\d$/.test(address.date) ? address.date : today
  const { data, loading } = useCash(date)
  return (
    <>
      <PageHeading {...texts.heading}>
        <Input
          type="date"
          aria-label={texts.day}
          value={date}
          className="w-40"
          onChange={({ target }) =>
            target.value && setAddress({ date: target.value === today ? '' : target.value })
          }
        />
      </PageHeading>
      {loading && (
        <div role="status" aria-label={texts.loading} className="grid gap-3">
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      )}
      {!loading && !data && <EmptyState icon={Wallet} title={texts.failed} />}
      {data && <DaySums cash={data} isToday={date === today} />}
      {data?.takings.length === 0 && (
        <EmptyState icon={Wallet} title={texts.none}>
          {texts.noneText}
        </EmptyState>
      )}
      {data && data.takings.length > 0 && (
        <ul className="grid gap-3">
          {data.takings.map((takings) => (
            <li key={`${date} ${takings.collectorId}`}>
              <TakingsCard takings={takings} date={date} />
            </li>
          ))}
        </ul>
      )}
      {data?.isCut && <p className="mt-4 font-medium">{texts.cut}</p>}
    </>
  )
}
