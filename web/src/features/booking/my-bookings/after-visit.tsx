import type { BookingView } from '@jaanch/booking/booking-view'
import { ReceiptIndianRupee, RotateCcw, Star } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { numberText, testsText } from '@/components/booking/texts'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
import { saveFile } from '@/lib/files'
import { download } from '@/lib/http/download'
import { bookAgainPath } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Stars } from '@/ui/stars'

const texts = {
  bookAgain: 'Book again',
  review: 'Rate this visit',
  given: 'You rated this visit',
  hidden: 'Hidden by Jaanch: it does not count.',
  question: 'How was the visit? Your stars help others to choose.',
  receipt: 'Receipt',
}

/** Offers the receipt of a payment and, once the booking has ended, to book the same again. */
export function AfterVisit({ booking }: { booking: BookingView }) {
  const hasEnded = booking.status === 'completed' || booking.status === 'cancelled'
  return (
    <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
      <ReceiptButton booking={booking} />
      {hasEnded && !booking.recollection && (
        <ButtonLink icon={RotateCcw} variant="outline" size="sm" to={bookAgainPath(booking)}>
          <Named of={testsText(booking)}>{texts.bookAgain}</Named>
        </ButtonLink>
      )}
    </div>
  )
}

const ReviewDialog = lazyDialog(async () => (await import('./review-dialog')).ReviewDialog)

/** In the card of a completed booking: asks for a review, and shows it once it was given. */
export function BookingReview({ booking }: { booking: BookingView }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const given = useRef<HTMLDivElement>(null)
  const { review } = booking
  // the list is rendered deferred: the stars may come after the dialog has closed
  const isGiven = review !== null
  // the button that opened the dialog is gone; after the dialog, which gives the focus back when it has closed
  useEffect(() => {
    if (!isSent || isOpen || !isGiven) return
    const timer = setTimeout(() => given.current?.focus())
    return () => clearTimeout(timer)
  }, [isSent, isOpen, isGiven])

  return (
    <div className="mt-4 border-t pt-4">
      {review ? (
        <div
          ref={given}
          tabIndex={-1}
          className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 text-sm outline-none"
        >
          <span className="text-ink-soft">{texts.given}</span>
          <Stars stars={review.stars} />
          {review.isHidden && <span className="text-ink-soft">{texts.hidden}</span>}
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-ink-soft text-sm">{texts.question}</p>
          <Button
            icon={Star}
            variant="outline"
            size="sm"
            className="max-sm:w-full"
            onClick={() => setIsOpen(true)}
          >
            <Named of={booking.packageName}>{texts.review}</Named>
          </Button>
        </div>
      )}
      {isOpen && (
        <ReviewDialog booking={booking} onSent={() => setIsSent(true)} onClose={() => setIsOpen(false)} />
      )}
    </div>
  )
}

/** Saves what was paid as a PDF. */
function ReceiptButton({ booking }: { booking: BookingView }) {
  const { id, orderNumber, paymentStatus, recollection } = booking
  const { run, busy } = useCommand({
    failed: 'The receipt could not be downloaded',
    fallback: pleaseTryAgain,
    send: async () =>
      saveFile(await download(`/api/bookings/${id}/receipt`), `jaanch-receipt-${orderNumber ?? id}.pdf`),
  })
  // a new sample is free of charge: nothing was paid
  if (paymentStatus !== 'paid' || recollection) return null
  return (
    <Button icon={ReceiptIndianRupee} variant="outline" size="sm" loading={busy} onClick={() => void run()}>
      <Named of={numberText(booking)}>{texts.receipt}</Named>
    </Button>
  )
}
