import { hasBegun, istDate } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { firstDayShown, slotsQuery } from '@/components/slots/availability'
import type { Hold } from '@/components/slots/hold'
import { useHold } from '@/components/slots/use-hold'
import { type ConfirmRequest, useBookingSchedule } from '@/lib/resources/bookings'
import { useAddresses } from '@/lib/resources/people'
import { useSlots } from '@/lib/resources/slots'
import { useNow } from '@/lib/timing'

/**
 * Where and when the visit of a proposed order takes place: as it was proposed, until the customer chooses otherwise. A chosen slot is
 * held while the dialog is open.
 * @param isSending a confirmation is under way
 */
export function useOrderVisit(booking: BookingView, isSending: boolean) {
  const now = useNow()
  const today = istDate(now)
  const { data: schedule, loading: isScheduleLoading } = useBookingSchedule(booking.id)
  const saved = useAddresses()
  const [addressId, chooseAddress] = useState<string>()
  const { scheduledDate, scheduledTime } = booking
  const isOver =
    scheduledDate !== null && scheduledTime !== null && hasBegun(scheduledDate, scheduledTime, now)
  const [isChanging, setChanging] = useState(isOver || Boolean(booking.recollection))
  const [{ date, time }, chooseTime] = useState<{ date: string; time: TimeSlot | '' }>({
    date: scheduledDate && scheduledDate >= today ? scheduledDate : today,
    time: '',
  })
  const [heldSlot, setHeldSlot] = useState<Hold | null>(null)

  const address =
    saved.rows.find(({ id }) => id === addressId) ??
    saved.rows.find(({ pincode }) => pincode === schedule?.pincode) ??
    saved.rows[0]
  const place = {
    pincode: address?.pincode ?? schedule?.pincode ?? '',
    packageIds: schedule?.packageIds ?? booking.packages.map(({ id }) => id),
    bookingId: booking.id,
  }
  const { slots } = useSlots(isChanging ? slotsQuery(place, firstDayShown(date, today)) : null)
  const hold = useHold({
    wanted: isChanging && date && time ? { ...place, date, time } : null,
    slots,
    isActive: isChanging,
    isFrozen: isSending,
    hold: heldSlot,
    setHold: setHeldSlot,
  })
  const chosen = isChanging && date && time ? { scheduledDate: date, scheduledTime: time } : undefined

  /** What the confirmation asks for. `problem`: what is missing */
  function request(): { problem: 'address' | 'time' } | { body: ConfirmRequest } {
    // of an address that was deleted since, the PIN code is known
    if (!address && !schedule?.pincode) return { problem: 'address' }
    if (isChanging && !chosen) return { problem: 'time' }
    const where = address && { addressId: address.id }
    return { body: { ...where, ...chosen, ...(chosen && { holdId: hold.hold?.id ?? null }) } }
  }

  return {
    ...{ now, today, place, slots, hold, date, time, chooseTime, address, chooseAddress, isOver },
    addresses: saved.rows,
    isLoading: isScheduleLoading || saved.loading,
    /** Of the proposal; null if it has no address */
    pincode: schedule?.pincode ?? null,
    isChanging,
    setChanging,
    request,
  }
}

export type OrderVisitControl = ReturnType<typeof useOrderVisit>
