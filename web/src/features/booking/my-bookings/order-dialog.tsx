import type { BookingView } from '@jaanch/booking/booking-view'
import { Check } from 'lucide-react'
import { patientText, paymentTexts, whenText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { useBooking } from '@/features/booking/bookings-calls'
import { amountText, free } from '@/features/booking/visit/recollections'
import { rupeesText } from '@/lib/format/numbers'
import { hasCode } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { IconSpot } from '@/ui/icon-spot'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { DeclineOrder } from './booking-actions'
import { type ConfirmRequest, confirmOrder } from './calls'
import { OrderVisit, useOrderVisit } from './order-visit'

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
    send: (body: ConfirmRequest) => confirmOrder(booking.id, body),
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
    if ('problem' in asked) toast.error(...asked.problem)
    else void run(asked)
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
