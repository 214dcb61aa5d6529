import { istDate } from '@jaanch/contracts/calendar'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { useSlots } from '@/features/booking/slots-calls'
import { useNow } from '@/lib/timing'
import { firstDayShown, slotsQuery } from './availability'
import type { Hold } from './hold'
import { HoldCountdown } from './hold-countdown'
import { SlotPicker } from './slot-picker'
import { visitText } from './slot-texts'
import { useHold } from './use-hold'

type SlotChoiceOptions = {
  /** The present day of the visit */
  scheduledDate: string | null
  place: { pincode: string; packageIds: readonly string[]; bookingId: string }
  /** Whether the user is asked for another time at all */
  isAsked?: boolean
  /** Whether the chosen slot is held while the dialog is open */
  isHeld: boolean
  isSending: boolean
}

/** Another time for a visit, chosen in a dialog. */
export function useSlotChoice({
  scheduledDate,
  place,
  isAsked = true,
  isHeld,
  isSending,
}: SlotChoiceOptions) {
  const now = useNow()
  const today = istDate(now)
  const [{ date, time }, choose] = useState<{ date: string; time: TimeSlot | '' }>({
    date: scheduledDate && scheduledDate >= today ? scheduledDate : today,
    time: '',
  })
  const [heldSlot, setHeldSlot] = useState<Hold | null>(null)
  const { slots } = useSlots(isAsked ? slotsQuery(place, firstDayShown(date, today)) : null)
  const hold = useHold({
    wanted: isAsked && date && time ? { ...place, date, time } : null,
    slots,
    isActive: isHeld,
    isFrozen: isSending,
    hold: heldSlot,
    setHold: setHeldSlot,
  })
  return { place, isHeld, isSending, now, today, date, time, choose, slots, hold }
}

/** Where slots are limited, it also shows how long the chosen one is held. */
export function HeldSlotPicker({ choice }: { choice: ReturnType<typeof useSlotChoice> }) {
  const { place, date, time, choose, now, today, slots, hold } = choice
  return (
    <>
      <SlotPicker
        {...place}
        {...{ date, time, now }}
        onChange={choose}
        isHeld={hold.hold !== null || hold.isPending || choice.isSending}
        isRefused={hold.isRefused}
      />
      {choice.isHeld && slots?.isLimited && (
        <div className="min-h-12 overflow-hidden rounded-xl">
          {date && time && <HoldCountdown control={hold} visit={visitText({ date, time }, today)} />}
        </div>
      )}
    </>
  )
}
