import type { Attention } from '@jaanch/contracts/booking-tabs'
import { addDays, istDate, slotStart } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { AlarmClock, BellRing } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { shortId } from '@/lib/format/text'
import { snoozeAttention } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { Menu } from '@/ui/menu'
import { Named } from '@/ui/named'
import { inbox as texts } from '../texts'

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
export function SnoozeButton({ booking, attention, isSnoozed, onHandled }: SnoozeButtonProps) {
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
