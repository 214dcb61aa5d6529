import type { BookingView } from '@jaanch/booking/booking-view'
import { useState } from 'react'
import { testsText, whenText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { HeldSlotPicker, useSlotChoice } from '@/features/booking/slots/held-slot-picker'
import { hasCode } from '@/lib/http/api-error'
import { FormDialog } from '@/ui/form-dialog'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { type MoveRequest, rescheduleBooking, useBookingSchedule } from './calls'

const texts = {
  label: 'Move visit',
  description: (booking: BookingView, people: number) =>
    `${people > 1 ? `Visit for ${people} people` : testsText(booking)}, now ${whenText(booking)}`,
  who: 'Who is moved',
  all: (people: number) => ({ label: `All ${people} people`, description: 'They stay in one visit' }),
  alone: ({ familyMember }: BookingView) => ({
    label: `${familyMember?.name ?? 'Myself'} alone`,
    description: familyMember ? 'In a visit of their own' : 'In a visit of your own',
  }),
  incomplete: 'Please choose a date and a time',
  unchanged: ['The visit is at this time already', 'Please choose another one'],
  moved: 'Visit moved',
  failed: 'The visit could not be moved',
} as const

type MoveVisitDialogProps = {
  booking: BookingView
  /** A customer's slot is held while the dialog is open */
  by: 'customer' | 'admin'
  /** The bookings of the visit, as far as they are known: each can be moved alone */
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
  const { data: schedule } = useBookingSchedule(booking.id)
  const [who, setWho] = useState('all')
  const { run, busy } = useDialogCommand({
    send: (move: MoveRequest) => rescheduleBooking(alone ?? booking, move),
    done(moved) {
      toast.success(texts.moved, whenText(moved))
      onMoved?.()
      onClose()
    },
    failed: texts.failed,
    onFailure: (error) => hasCode(error, 'slot-full') && choice.hold.refuse(),
  })
  const place = {
    pincode: schedule?.pincode ?? '',
    packageIds: schedule?.packageIds ?? [],
    bookingId: booking.id,
  }
  const people = schedule?.people ?? 1
  const alone = known.find(({ id }) => id === who)
  const choice = useSlotChoice({
    scheduledDate: booking.scheduledDate,
    place,
    isHeld: by === 'customer',
    isSending: busy,
  })
  const { date, time, hold } = choice

  function submit() {
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
      {schedule ? <HeldSlotPicker choice={choice} /> : <Skeleton className="h-80" />}
    </FormDialog>
  )
}
