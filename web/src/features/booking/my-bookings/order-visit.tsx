import type { AddressView } from '@jaanch/account/people/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import { hasBegun } from '@jaanch/contracts/calendar'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { whenText } from '@/components/booking/texts'
import { useAddresses } from '@/features/account/people-calls'
import { useBookingSchedule } from '@/features/booking/move-visit/calls'
import { HeldSlotPicker, useSlotChoice } from '@/features/booking/slots/held-slot-picker'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import type { ConfirmRequest } from './calls'

const texts = {
  address: 'Where we collect the sample',
  another: 'New address',
  none: 'We have no address of yours yet.',
  known: (pincode: string) => `The address with the PIN code ${pincode} that you gave us`,
  addressMissing: ['Where shall we come?', 'Please add the address at which we collect the sample.'],
  when: 'When',
  change: 'Change time',
  keep: 'Keep the proposed time',
  over: 'The proposed time is over: please choose another one.',
  timeMissing: ['Please choose a time', 'Or keep the proposed one.'],
} as const

/**
 * The time and place of a proposed order: as proposed, until the customer chooses otherwise. A chosen slot is held while the dialog
 * is open.
 * @param isSending a confirmation is under way
 */
export function useOrderVisit(booking: BookingView, isSending: boolean) {
  const now = useNow()
  const { data: schedule, loading: isScheduleLoading } = useBookingSchedule(booking.id)
  const saved = useAddresses()
  const [addressId, chooseAddress] = useState<string>()
  const { scheduledDate, scheduledTime } = booking
  const isOver =
    scheduledDate !== null && scheduledTime !== null && hasBegun(scheduledDate, scheduledTime, now)
  const [isChanging, setChanging] = useState(isOver || Boolean(booking.recollection))
  const address =
    saved.rows.find(({ id }) => id === addressId) ??
    saved.rows.find(({ pincode }) => pincode === schedule?.pincode) ??
    saved.rows[0]
  const place = {
    pincode: address?.pincode ?? schedule?.pincode ?? '',
    packageIds: schedule?.packageIds ?? booking.packages.map(({ id }) => id),
    bookingId: booking.id,
  }
  const choice = useSlotChoice({
    scheduledDate,
    place,
    isAsked: isChanging,
    isHeld: isChanging,
    isSending,
  })
  const { date, time, hold } = choice
  const chosen = isChanging && date && time ? { scheduledDate: date, scheduledTime: time } : undefined

  /** Builds the body of the confirmation. `problem`: the toast that says what is missing */
  function request(): ConfirmRequest | { problem: readonly [title: string, text: string] } {
    // the PIN code of an address that was deleted since is still known
    if (!address && !schedule?.pincode) return { problem: texts.addressMissing }
    if (isChanging && !chosen) return { problem: texts.timeMissing }
    const where = address && { addressId: address.id }
    return { ...where, ...chosen, ...(chosen && { holdId: hold.hold?.id ?? null }) }
  }

  return {
    ...{ choice, hold, address, chooseAddress, isOver },
    addresses: saved.rows,
    isLoading: isScheduleLoading || saved.loading,
    /** The address of the proposal; null if it has none */
    pincode: schedule?.pincode ?? null,
    isChanging,
    setChanging,
    request,
  }
}

type OrderVisitControl = ReturnType<typeof useOrderVisit>

const AddressDialog = lazyDialog(
  async () => (await import('@/features/account/address/address-dialog')).AddressDialog,
)

type OrderVisitProps = { booking: BookingView; visit: OrderVisitControl }

/** Shows where and when the sample of a proposed order is collected: both can be changed before it is confirmed. */
export function OrderVisit({ booking, visit }: OrderVisitProps) {
  return (
    <>
      <h3 className="mt-6 font-semibold">{texts.when}</h3>
      {visit.isChanging ? (
        <When visit={visit} />
      ) : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="tabular-nums">{whenText(booking)}</p>
          <Button icon={CalendarClock} variant="outline" size="sm" onClick={() => visit.setChanging(true)}>
            {texts.change}
          </Button>
        </div>
      )}
      <h3 className="mt-6 font-semibold">{texts.address}</h3>
      {visit.isLoading ? <Skeleton className="mt-2 h-20 w-full rounded-xl" /> : <Where visit={visit} />}
    </>
  )
}

function Where({ visit }: { visit: OrderVisitControl }) {
  const { addresses, address, pincode, chooseAddress } = visit
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="mt-2 grid justify-items-start gap-3">
      {address ? (
        <RadioCards
          label={texts.address}
          value={address.id}
          onChange={chooseAddress}
          className="w-full"
          options={addresses.map((each) => ({
            value: each.id,
            label: each.label,
            description: addressText(each),
          }))}
        />
      ) : (
        <p className="text-ink-soft">{pincode ? texts.known(pincode) : texts.none}</p>
      )}
      <Button icon={Plus} variant="outline" size="sm" onClick={() => setAdding(true)}>
        {texts.another}
      </Button>
      {isAdding && <AddressDialog onSaved={({ id }) => chooseAddress(id)} onClose={() => setAdding(false)} />}
    </div>
  )
}

function When({ visit }: { visit: OrderVisitControl }) {
  const { choice, isOver, setChanging } = visit
  return (
    <div className="mt-2 grid gap-4">
      {isOver && <p className="text-ink-soft">{texts.over}</p>}
      <HeldSlotPicker choice={choice} />
      {!isOver && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setChanging(false)}>
          {texts.keep}
        </Button>
      )}
    </div>
  )
}

function addressText({ addressLine1, addressLine2, city, pincode }: AddressView): string {
  return [addressLine1, addressLine2, city, pincode].filter(Boolean).join(', ')
}
