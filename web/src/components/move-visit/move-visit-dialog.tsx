import { istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/bookings'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { testsText, whenText } from '@/components/booking/texts'
import { firstDayShown, slotsQuery } from '@/components/slots/availability'
import type { Hold } from '@/components/slots/hold'
import { HoldCountdown } from '@/components/slots/hold-countdown'
import { SlotPicker } from '@/components/slots/slot-picker'
import { visitText } from '@/components/slots/slot-texts'
import { useHold } from '@/components/slots/use-hold'
import { useDialogFailure } from '@/components/toast-failure'
import { hasCode } from '@/lib/http/api-error'
import { rescheduleBooking, useBookingSchedule } from '@/lib/resources/bookings'
import { useSlots } from '@/lib/resources/slots'
import { useNow } from '@/lib/timing'
import { FormDialog } from '@/ui/form-dialog'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'

type MoveVisitDialogProps = {
  booking: BookingView
  /** A customer's slot is held while the dialog is open */
  by: 'customer' | 'admin'
  /** Offers first to move the person alone */
  isAlone?: boolean
  onClose: () => void
}

/** Moves a visit to another slot: all its people, or one alone. */
export function MoveVisitDialog({ booking, by, isAlone = false, onClose }: MoveVisitDialogProps) {
  const now = useNow()
  const today = istDate(now)
  const { data: schedule } = useBookingSchedule(booking.id)
  const [{ date, time }, setChoice] = useState<{ date: string; time: TimeSlot | '' }>(() => ({
    date: booking.scheduledDate && booking.scheduledDate >= today ? booking.scheduledDate : today,
    time: '',
  }))
  const [who, setWho] = useState<'all' | 'alone'>(isAlone ? 'alone' : 'all')
  const [isMoving, setMoving] = useState(false)
  const showFailure = useDialogFailure()
  const [heldSlot, setHeldSlot] = useState<Hold | null>(null)
  const place = {
    pincode: schedule?.pincode ?? '',
    packageIds: schedule?.packageIds ?? [],
    bookingId: booking.id,
  }
  const people = schedule?.people ?? 1
  const isOfAll = people > 1 && who === 'all'
  const { slots } = useSlots(slotsQuery(place, firstDayShown(date, today)))
  const hold = useHold({
    wanted: date && time ? { ...place, date, time } : null,
    slots,
    isActive: by === 'customer',
    isFrozen: isMoving,
    hold: heldSlot,
    setHold: setHeldSlot,
  })

  async function move() {
    if (isMoving) return
    if (!date || !time) return toast.error('Please choose a date and a time')
    if (date === booking.scheduledDate && time === booking.scheduledTime) {
      return toast.error('The visit is at this time already', 'Please choose another one')
    }
    setMoving(true)
    try {
      const moved = await rescheduleBooking(booking, {
        scheduledDate: date,
        scheduledTime: time,
        holdId: hold.hold?.id ?? null,
        alone: who === 'alone',
      })
      toast.success('Visit moved', whenText(moved))
      onClose()
    } catch (error) {
      if (hasCode(error, 'slot-full')) hold.refuse()
      showFailure('The visit could not be moved', error, { repeat: () => void move() })
      setMoving(false)
    }
  }

  return (
    <FormDialog
      title="Move visit"
      description={`${isOfAll ? `Visit for ${people} people` : testsText(booking)}, now ${whenText(booking)}`}
      className="sm:max-w-xl"
      submitLabel="Move visit"
      isSubmitting={isMoving}
      onSubmit={(event) => {
        event.preventDefault()
        void move()
      }}
      onClose={onClose}
    >
      {people > 1 && (
        <RadioCards
          label="Who is moved"
          value={who}
          onChange={(value) => setWho(value === 'alone' ? 'alone' : 'all')}
          className="sm:grid-cols-2"
          options={[
            { value: 'all', label: `All ${people} people`, description: 'They stay in one visit' },
            {
              value: 'alone',
              label: `${booking.familyMember?.name ?? 'Myself'} alone`,
              description: booking.familyMember ? 'In a visit of their own' : 'In a visit of your own',
            },
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
          isHeld={hold.hold !== null || hold.isPending || isMoving}
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
