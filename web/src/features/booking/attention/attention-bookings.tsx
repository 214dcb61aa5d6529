import type { BookingView } from '@jaanch/booking/booking-view'
import { type Attention, maxAttentionCount } from '@jaanch/booking/list/tabs'
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import { AlarmClock, BellRing, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import { useCommand } from '@/components/use-command'
import { useDashboard } from '@/features/insight/analytics-calls'
import { usePages } from '@/lib/cache/use-pages'
import { liveQuery } from '@/lib/cache/use-resource'
import { countText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { call } from '@/lib/http/call'
import { derivedFrom } from '@/lib/live/live-rule'
import { attentionPath, paths } from '@/lib/paths'
import { Button, ButtonLink, SmallLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Menu } from '@/ui/menu'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { AdminBookingList } from '../admin/admin-booking-list'
import { SettleRefund } from '../admin/booking-details'

const reasonTexts: Record<Attention, { title: string; description: string }> = {
  unassigned: { title: 'Unassigned bookings', description: 'Without a lab for over an hour.' },
  'instant-late': { title: 'Late instant bookings', description: 'Past their 4 hours without collection.' },
  'slot-missed': { title: 'Missed slots', description: 'The slot has passed without collection.' },
  'report-late': { title: 'Late reports', description: 'Past their promise.' },
  'not-confirmed': {
    title: 'Unconfirmed bookings',
    description: 'No lab confirmed them in its time: assign one by hand, or call the lab.',
  },
  'refund-due': {
    title: 'Refunds to settle',
    description:
      'Paid and then cancelled, or samples are not collected again: call the customer, and pay back what is due.',
  },
  'collection-failed': {
    title: 'Failed collections',
    description:
      'The collector came and nothing was drawn: call the customer, then move or cancel the visit.',
  },
  'after-end': {
    title: 'Reported after the end',
    description:
      'A phone reported samples or cash after the booking was cancelled, completed or handed over: call the lab.',
  },
}

const texts = {
  allBookings: 'All bookings',
  snooze: 'Snooze',
  of: (name: string) => `booking ${name}`,
  times: { hour: '1 hour', tomorrow: 'Until tomorrow, 9:00 am', days: '3 days' },
  snoozed: 'Snoozed',
  wake: 'Wake',
  woken: 'Back in the list',
  failed: 'Failed to snooze the booking',
  left: (count: string) => (count === '1' ? '1 needs attention' : `${count} need attention`),
  snoozedLink: (count: number) => `${count} snoozed`,
  snoozedTitle: (title: string) => `${title}, snoozed`,
  snoozedText: 'They come back at their time, or when something happens to them.',
  back: 'What needs attention',
  noneSnoozed: ['Nothing is snoozed', 'Everything that needs attention is in its list.'],
  noAttention: ['No bookings found', 'Nothing here needs your attention.'],
} as const

/** The bookings that need attention for a reason, worked down like an inbox; or those of them that were put off. */
export function AttentionBookings({ attention, areSnoozed }: { attention: Attention; areSnoozed: boolean }) {
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
  const { title, description } = reasonTexts[attention]
  const name = areSnoozed ? texts.snoozedTitle(title) : title
  const empty = areSnoozed ? texts.noneSnoozed : texts.noAttention
  return (
    <>
      <PageHeading title={name} description={areSnoozed ? texts.snoozedText : description}>
        <div className="flex flex-wrap gap-2">
          {areSnoozed && <SmallLink to={attentionPath(attention)}>{texts.back}</SmallLink>}
          <SmallLink to={paths.adminBookings}>{texts.allBookings}</SmallLink>
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
        empty={<EmptyState icon={CircleCheck} title={empty[0]} text={empty[1]} />}
      />
    </>
  )
}

/** Counts the bookings that are left and those that were put off. Its height is fixed, so that nothing moves. */
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

type List = { rows: readonly BookingView[] }

/**
 * A list that is worked down: what was dealt with leaves it at once, and the focus goes to the main button of the next one. What still
 * needs attention after a change comes back with the list's next answer, because its position is a later one then.
 */
function useInbox<Pages extends List>(list: Pages, onHandled: () => unknown) {
  const [handled, setHandled] = useState<ReadonlyMap<string, number>>(new Map())
  const [next, setNext] = useState<string>()
  const rows = list.rows.filter(({ id, position }) => (handled.get(id) ?? -1) < position)

  // a booking that was put off comes back with the same position
  useEffect(() => {
    const listed = new Set(list.rows.map(({ id }) => id))
    setHandled((before) => {
      const kept = [...before].filter(([id]) => listed.has(id))
      return kept.length === before.size ? before : new Map(kept)
    })
  }, [list.rows])

  // after the dialog or menu of the action has given its focus back
  useEffect(() => {
    if (next === undefined) return
    const timer = setTimeout(() => {
      const row = document.querySelector(`[data-row="${next}"]`)
      row?.querySelector<HTMLElement>('button:not(:disabled, [role="checkbox"])')?.focus()
      setNext(undefined)
    })
    return () => clearTimeout(timer)
  }, [next])

  function handle({ id, position }: BookingView): void {
    const index = rows.findIndex((row) => row.id === id)
    setHandled((before) => new Map(before).set(id, position))
    setNext((rows[index + 1] ?? rows[index - 1])?.id)
    onHandled()
  }

  return { list: { ...list, rows }, handle }
}

const hour = 3_600_000

const snoozeTimes = ['hour', 'tomorrow', 'days'] as const

type SnoozeTime = (typeof snoozeTimes)[number]

/** @returns in an hour, tomorrow at 9:00 am in India, or in three days */
export function snoozedUntil(time: SnoozeTime, now: Date): Date {
  if (time === 'tomorrow') return slotStart(addDays(istDate(now), 1), '09:00')
  return new Date(now.getTime() + (time === 'hour' ? hour : 72 * hour))
}

type SnoozeButtonProps = {
  booking: BookingView
  attention: Attention
  isSnoozed: boolean
  onHandled: (booking: BookingView) => void
}

/** Puts a booking off, or ends that. */
function SnoozeButton({ booking, attention, isSnoozed, onHandled }: SnoozeButtonProps) {
  const { run, busy } = useCommand({
    send: (until: Date | null) => snoozeAttention(booking.id, attention, until),
    succeeded: isSnoozed ? texts.woken : texts.snoozed,
    done: () => onHandled(booking),
    failed: texts.failed,
  })
  const of = texts.of(shortId(booking.id))
  if (isSnoozed) {
    return (
      <Button variant="outline" loading={busy} onClick={() => void run(null)}>
        <BellRing aria-hidden />
        <Named of={of}>{texts.wake}</Named>
      </Button>
    )
  }
  return (
    <Menu
      label={`${texts.snooze} ${of}`}
      icon={AlarmClock}
      items={snoozeTimes.map((time) => ({
        label: texts.times[time],
        icon: AlarmClock,
        disabled: busy,
        onSelect: () => void run(snoozedUntil(time, new Date())),
      }))}
    />
  )
}

/** Whether a booking needs attention depends on the time too, which a message does not show. */
const lateList = liveQuery('/api/bookings', derivedFrom('booking'))

/** @param areSnoozed those that admins put off, which the list leaves out otherwise */
function useLateBookingPages(attention: Attention, areSnoozed = false) {
  return usePages(lateList, { attention, ...(areSnoozed && { snoozed: '1' }) })
}

/** Puts a booking off for all admins. @param until null: no longer */
async function snoozeAttention(id: string, attention: Attention, until: Date | null): Promise<void> {
  const body = { attention, until: until?.toISOString() ?? null }
  await call('POST', '/api/admin/bookings/:id/snooze', { params: { id }, body })
}
