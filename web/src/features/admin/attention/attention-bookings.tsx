import { type Attention, maxAttentionCount } from '@jaanch/contracts/booking-tabs'
import { CircleCheck } from 'lucide-react'
import { useSWRConfig } from 'swr'
import { countText } from '@/lib/format/numbers'
import { attentionPath, paths } from '@/lib/paths'
import { useDashboard } from '@/lib/resources/analytics'
import { useLateBookingPages } from '@/lib/resources/bookings'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { AdminBookingList } from '../admin-booking-list'
import { SettleRefund } from '../settle-refund'
import { bookings as bookingsTexts, someBookings, inbox as texts } from '../texts'
import { SnoozeButton } from './snooze-button'
import { useInbox } from './use-inbox'

type AttentionBookingsProps = { attention: Attention; areSnoozed: boolean }

/** The bookings that need attention for a reason, worked down like an inbox; or those of them that were put off. */
export function AttentionBookings({ attention, areSnoozed }: AttentionBookingsProps) {
  const pages = useLateBookingPages(attention, areSnoozed)
  const counts = useDashboard()
  const { mutate } = useSWRConfig()
  const { list, handle } = useInbox(pages, () => {
    void counts.mutate()
    void pages.mutate()
    // those that were put off, or not: fetched again when they are opened
    const isOther = (key: unknown) => key !== pages.key && String(key).includes(`attention=${attention}`)
    void mutate(isOther, undefined, { revalidate: false })
  })
  const { title, description } = someBookings.attention[attention]
  const name = areSnoozed ? texts.snoozedTitle(title) : title
  const empty = areSnoozed ? texts.noneSnoozed : someBookings.noAttention
  return (
    <>
      <PageHeading title={name} description={areSnoozed ? texts.snoozedText : description}>
        <div className="flex flex-wrap gap-2">
          {areSnoozed && (
            <ButtonLink to={attentionPath(attention)} variant="outline" size="sm">
              {texts.back}
            </ButtonLink>
          )}
          <ButtonLink to={paths.adminBookings} variant="outline" size="sm">
            {bookingsTexts.allBookings}
          </ButtonLink>
        </div>
      </PageHeading>
      {!areSnoozed && (
        <CountLine
          attention={attention}
          left={counts.data?.needsAttention[attention]}
          snoozed={counts.data?.snoozed[attention] ?? 0}
        />
      )}
      <AdminBookingList
        label={name}
        list={list}
        onHandled={handle}
        more={(booking) => (
          <>
            <SettleRefund booking={booking} onHandled={handle} />
            <SnoozeButton booking={booking} attention={attention} isSnoozed={areSnoozed} onHandled={handle} />
          </>
        )}
        empty={
          <EmptyState icon={CircleCheck} title={empty[0]}>
            {empty[1]}
          </EmptyState>
        }
      />
    </>
  )
}

/** How many are left, and how many were put off. As high without a number, so that nothing moves. */
function CountLine({
  attention,
  left,
  snoozed,
}: {
  attention: Attention
  left: number | undefined
  snoozed: number
}) {
  return (
    <p className="mb-4 flex min-h-11 flex-wrap items-center gap-x-4 text-sm tabular-nums">
      <span role="status">
        {left !== undefined &&
          texts.left(left >= maxAttentionCount ? `${countText(left)}+` : countText(left))}
      </span>
      {snoozed > 0 && (
        <ButtonLink to={attentionPath(attention, true)} variant="ghost" size="sm">
          {texts.snoozedLink(snoozed)}
        </ButtonLink>
      )}
    </p>
  )
}
