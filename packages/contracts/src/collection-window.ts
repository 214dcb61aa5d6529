/** How long a lab sees whose sample it collects, and where. The API refuses by this rule, and the client does not ask. */
import { errorCatalogue } from './errors.ts'
import type { BookingStatus } from './vocabulary.ts'

const shownAfterMs = 7 * 24 * 60 * 60 * 1_000

/**
 * From the lab's confirmation until seven days after the collection began.
 * @returns why the details are not shown; undefined if they are
 */
export function whyCollectionClosed(
  { status, collectedAt }: { status: BookingStatus; collectedAt: Date | null },
  now: Date,
): string | undefined {
  switch (status) {
    case 'pending':
      return 'The details are shown as soon as you have confirmed the booking.'
    case 'pending_customer_confirmation':
      return 'The details are shown as soon as the customer has confirmed the order.'
    case 'cancelled':
      return 'The booking is cancelled: the details are not shown any more.'
    default:
      return collectedAt && now.getTime() >= collectedAt.getTime() + shownAfterMs
        ? errorCatalogue['collection-closed'][1]
        : undefined
  }
}
