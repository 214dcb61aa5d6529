import { istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { type FormEvent, useState } from 'react'
import { whenText } from '@/components/booking/texts'
import { firstDayShown, slotsQuery } from '@/components/slots/availability'
import type { Hold } from '@/components/slots/hold'
import { HoldCountdown } from '@/components/slots/hold-countdown'
import { SlotPicker } from '@/components/slots/slot-picker'
import { visitText } from '@/components/slots/slot-texts'
import { useHold } from '@/components/slots/use-hold'
import { useDialogCommand } from '@/components/use-command'
import { hasCode } from '@/lib/http/api-error'
import { type MoveRequest, rescheduleBooking, useBookingSchedule } from '@/lib/resources/bookings'
import { useSlots } from '@/lib/resources/slots'
import { useNow } from '@/lib/timing'
import { FormDialog } from '@/ui/form-dialog'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { move as texts } from './texts'

type MoveVisitDialogProps = {
  booking: BookingView
  /** A customer's slot is held while the dialog is open */
  by: 'customer' | 'admin'
  /** Of the visit, as far as they are known: each can be moved alone */
  people?: readonly BookingView[] | undefined
  onMoved?: () => void
  onClose: () => void
}

export function MoveVisitDialog({
  booking,
  by,
  people: known = [booking],
  onMoved,
  onClose,
}: MoveVisitDialogProps) {
  const now = useNow()
  const today = istDate(now)
  const { data: schedule } = useBookingSchedule(booking.id)
  const [{ date, time }, setChoice] = useState<{ date: string; time: TimeSlot | '' }>(() => ({
    date: booking.scheduledDate && booking.scheduledDate >= today ? booking.scheduledDate : today,
    time: '',
  }))
  const [who, setWho] = useState('all')
  const { run, busy } = useDialogCommand({
    send: (move: MoveRequest) => rescheduleBooking(alone ?? booking, move),
    done(moved) {
      toast.success(texts.moved, whenText(moved))
      onMoved?.()
      onClose()
    },
    failed: texts.failed,
    onFailure: (error) => hasCode(error, 'slot-full') && hold.refuse(),
  })
  const [heldSlot, setHeldSlot] = useState<Hold | null>(null)
  const place = {
    pincode: schedule?.pincode ?? '',
    packageIds: schedule?.packageIds ?? [],
    bookingId: booking.id,
  }
  const people = schedule?.people ?? 1
  const alone = known.find(({ id }) => id === who)
  const { slots } = useSlots(slotsQuery(place, firstDayShown(date, today)))
  const hold = useHold({
    wanted: date && time ? { ...place, date, time } : null,
    slots,
    isActive: by === 'customer',
    isFrozen: busy,
    hold: heldSlot,
    setHold: setHeldSlot,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!date || !time) return toast.error(texts.incomplete)
    if (date === booking.scheduledDate && time === booking.scheduledTime)
      return toast.error(...texts.unchanged)
    void run({
      scheduledDate: date,
      scheduledTime: time,
      holdId: hold.hold?.id ?? null,
      alone: alone !== undefined,
    })
  }

  return (
    <FormDialog
      title={texts.label}
      description={texts.description(alone ?? booking, alone ? 1 : people)}
      className="sm:max-w-xl"
      submitLabel={texts.label}
      isSubmitting={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      {people > 1 && (
        <RadioCards
          label={texts.who}
          value={who}
          onChange={setWho}
          className="sm:grid-cols-2"
          options={[
            { value: 'all', ...texts.all(people) },
            ...known.map((person) => ({ value: person.id, ...texts.alone(person) })),
          ]}
        />
      )}
      {schedule ? (
        <SlotPicker
          {...place}
          date={date}
          time={time}
          onChange={setChoice}
          now={now}
          isHeld={hold.hold !== null || hold.isPending || busy}
          isRefused={hold.isRefused}
        />
      ) : (
        <Skeleton className="h-80" />
      )}
      {by === 'customer' && slots?.isLimited && (
        <div className="min-h-12 overflow-hidden rounded-xl">
          {date && time && <HoldCountdown control={hold} visit={visitText({ date, time }, today)} />}
        </div>
      )}
    </FormDialog>
  )
}
