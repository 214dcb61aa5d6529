import type { AddressView } from '@jaanch/account/people/api'
import type { BookingView } from '@jaanch/booking/booking-view'
import { hasBegun } from '@jaanch/contracts/calendar'
import { CalendarClock, Check, Plus } from 'lucide-react'
import { useState } from 'react'
import { patientText, paymentTexts, whenText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { useAddresses } from '@/features/account/people-calls'
import { useBooking } from '@/features/booking/bookings-calls'
import { useBookingSchedule } from '@/features/booking/move-visit/calls'
import { HeldSlotPicker, useSlotChoice } from '@/features/booking/slots/held-slot-picker'
import { amountText, free } from '@/features/booking/visit/recollections'
import { rupeesText } from '@/lib/format/numbers'
import { hasCode } from '@/lib/http/api-error'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { IconSpot } from '@/ui/icon-spot'
import { lazyDialog } from '@/ui/lazy-part'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { DeclineOrder } from './booking-actions'
import { type ConfirmRequest, confirmOrder as sendConfirmation } from './calls'

const visitTexts = {
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

/** For an order made from a prescription, or a recollection */
const textsOf = ({ recollection }: BookingView, prescription = '') =>
  recollection
    ? {
        label: 'Confirm',
        title: 'Choose the time of the new collection',
        description: 'The lab could not use a sample. The new one is free of charge.',
        succeeded: 'New collection confirmed',
        failed: 'Failed to confirm the new collection',
      }
    : {
        label: 'Confirm Order',
        title: 'Confirm Order',
        description: `We prepared this order from your prescription${prescription && ` ${prescription}`}.`,
        succeeded: 'Order confirmed',
        failed: 'Failed to confirm booking. Please try again.',
      }

type OrderDialogProps = { booking: BookingView; prescription: string | undefined; onClose: () => void }

/**
 * Confirms or declines an order that was made from a prescription, or confirms a recollection at another time. The booking's status
 * decides what is shown, so the result also appears if the response was lost or another window was first.
 */
export function OrderDialog({ booking, prescription, onClose }: OrderDialogProps) {
  const texts = textsOf(booking, prescription)
  const { run, busy } = useDialogCommand({
    send: (body: ConfirmRequest) => sendConfirmation(booking.id, body),
    done(confirmed) {
      toast.success(texts.succeeded, payText(confirmed))
    },
    failed: texts.failed,
    onFailure(error) {
      if (!hasCode(error, 'slot-full')) return
      visit.hold.refuse()
      visit.setChanging(true)
    },
  })
  const visit = useOrderVisit(booking, busy)
  function confirm() {
    const asked = visit.request()
    if ('body' in asked) void run(asked.body)
    else if (asked.problem === 'time') toast.error(...visitTexts.timeMissing)
    else toast.error(...visitTexts.addressMissing)
  }
  if (booking.status === 'cancelled') return null
  if (booking.status !== 'pending_customer_confirmation') {
    return <Confirmed booking={booking} onClose={onClose} />
  }

  return (
    <Dialog
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      // one height: the addresses, which load, are the last of its content
      className="h-[92dvh] sm:h-[min(46rem,86dvh)] sm:max-w-xl"
      footer={
        <>
          <DeclineOrder booking={booking} />
          <Button loading={busy} onClick={confirm}>
            {texts.label}
          </Button>
        </>
      }
    >
      <OrderLines booking={booking} />
      <OrderVisit booking={booking} visit={visit} />
    </Dialog>
  )
}

function Confirmed({ booking, onClose }: { booking: BookingView; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title={textsOf(booking).succeeded}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div role="status" className="grid justify-items-center py-2 text-center">
        <IconSpot
          icon={Check}
          className="size-14 animate-rise rounded-full bg-success-soft text-success [&_svg]:size-7"
        />
        <p className="mt-4 font-semibold text-base">{payText(booking)}</p>
        <p className="mt-1 text-balance text-ink-soft">{whenText(booking)}</p>
      </div>
    </Dialog>
  )
}

function OrderLines({ booking }: { booking: BookingView }) {
  const { data, loading } = useBooking(booking.id)
  const lines = data?.lines ?? []
  const facts = [
    ['Patient', patientText(booking.familyMember)],
    ...(booking.recollection ? [] : [['Payment', paymentTexts[booking.paymentMethod]] as const]),
  ] as const
  return (
    <>
      <h3 className="font-semibold">Tests</h3>
      {loading && <Skeleton className="mt-2 h-6 w-full" />}
      <ul className="mt-2 grid gap-2">
        {lines.map(({ packageId, name, price }) => (
          <li key={packageId} className="flex justify-between gap-6">
            <span className="min-w-0">{name}</span>
            <span className="shrink-0 tabular-nums">{booking.recollection ? free : rupeesText(price)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid gap-2 border-t pt-4">
        {booking.discountAmount > 0 && (
          <div className="flex justify-between gap-6">
            <dt className="text-ink-soft">Discount</dt>
            <dd className="tabular-nums">−{rupeesText(booking.discountAmount)}</dd>
          </div>
        )}
        <div className="flex items-baseline justify-between gap-6">
          <dt className="font-semibold">Total</dt>
          <dd className="font-bold text-xl tabular-nums">{amountText(booking)}</dd>
        </div>
      </dl>
      <DescriptionList
        layout="row"
        items={facts}
        className="mt-4 gap-2 rounded-xl bg-sunken p-4"
        detailsClassName="tabular-nums"
      />
      {booking.specialInstructions && (
        <p className="mt-4">
          <span className="text-ink-soft">Note: </span>
          {booking.specialInstructions}
        </p>
      )}
    </>
  )
}

type Payment = Pick<BookingView, 'paymentMethod' | 'paymentStatus' | 'finalAmount'> &
  Partial<Pick<BookingView, 'recollection'>>

/** @returns how much to pay, and how. Payments are collected and recorded with the sample. */
export function payText({ paymentMethod, paymentStatus, finalAmount, recollection }: Payment): string {
  if (recollection) return 'There is nothing to pay.'
  const amount = rupeesText(finalAmount)
  if (paymentStatus === 'paid') return `${amount} is paid. There is nothing left to pay.`
  switch (paymentMethod) {
    case 'upi':
      return `Please pay ${amount} by UPI when your sample is collected.`
    case 'card':
      return `Please pay ${amount} by credit or debit card when your sample is collected.`
    default:
      return `Please pay ${amount} in cash when your sample is collected.`
  }
}

const AddressDialog = lazyDialog(
  async () => (await import('@/features/account/address/address-dialog')).AddressDialog,
)

type OrderVisitProps = { booking: BookingView; visit: OrderVisitControl }

/** Where and when the sample of a proposed order is collected: both can be changed before it is confirmed. */
function OrderVisit({ booking, visit }: OrderVisitProps) {
  return (
    <>
      <h3 className="mt-6 font-semibold">{visitTexts.when}</h3>
      {visit.isChanging ? (
        <When visit={visit} />
      ) : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="tabular-nums">{whenText(booking)}</p>
          <Button icon={CalendarClock} variant="outline" size="sm" onClick={() => visit.setChanging(true)}>
            {visitTexts.change}
          </Button>
        </div>
      )}
      <h3 className="mt-6 font-semibold">{visitTexts.address}</h3>
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
          label={visitTexts.address}
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
        <p className="text-ink-soft">{pincode ? visitTexts.known(pincode) : visitTexts.none}</p>
      )}
      <Button icon={Plus} variant="outline" size="sm" onClick={() => setAdding(true)}>
        {visitTexts.another}
      </Button>
      {isAdding && <AddressDialog onSaved={({ id }) => chooseAddress(id)} onClose={() => setAdding(false)} />}
    </div>
  )
}

function When({ visit }: { visit: OrderVisitControl }) {
  const { choice, isOver, setChanging } = visit
  return (
    <div className="mt-2 grid gap-4">
      {isOver && <p className="text-ink-soft">{visitTexts.over}</p>}
      <HeldSlotPicker choice={choice} />
      {!isOver && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setChanging(false)}>
          {visitTexts.keep}
        </Button>
      )}
    </div>
  )
}

function addressText({ addressLine1, addressLine2, city, pincode }: AddressView): string {
  return [addressLine1, addressLine2, city, pincode].filter(Boolean).join(', ')
}

/**
 * Where and when the visit of a proposed order takes place: as it was proposed, until the customer chooses otherwise. A chosen slot is
 * held while the dialog is open.
 * @param isSending a confirmation is under way
 */
function useOrderVisit(booking: BookingView, isSending: boolean) {
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

  /** Builds the body of the confirmation. `problem`: what is missing */
  function request(): { problem: 'address' | 'time' } | { body: ConfirmRequest } {
    // the PIN code of an address that was deleted since is still known
    if (!address && !schedule?.pincode) return { problem: 'address' }
    if (isChanging && !chosen) return { problem: 'time' }
    const where = address && { addressId: address.id }
    return { body: { ...where, ...chosen, ...(chosen && { holdId: hold.hold?.id ?? null }) } }
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
