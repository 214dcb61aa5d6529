import type { BookingDetail } from '@jaanch/contracts/http/booking-view'
import { rankingText } from '@jaanch/domain/assignment/ranking-texts'
import { declineReasonTexts } from '@/components/staff-bookings/texts'
import { instantText } from '@/lib/format/dates'
import { useBooking } from '@/lib/resources/bookings'
import { declines as declineTexts, whyThisLab as texts } from './texts'

/** For admins: who chose the lab, why, and what happened because it did not confirm. */
export function WhyThisLab({ id }: { id: string }) {
  const { data: booking } = useBooking(id)
  const { assignment, escalation, declines = [] } = booking ?? {}
  if (!assignment && !escalation) return <Declines declines={declines} />
  return (
    <>
      <Declines declines={declines} />
      <section className="rounded-xl border px-4 py-3">
        <h3 className="font-semibold text-sm">{texts.title}</h3>
        {assignment && (
          <p className="mt-1 text-ink-soft text-sm">
            {`${texts.by[assignment.by]}: ${assignment.reasons
              .map((reason) =>
                rankingText(reason, { city: booking?.city ?? null, time: booking?.scheduledTime ?? null }),
              )
              .join('\u00a0· ')}`}
          </p>
        )}
        {escalation && (
          <p className="mt-1 font-medium text-accent-ink text-sm">{texts.escalations[escalation]}</p>
        )}
      </section>
    </>
  )
}

/** Which labs declined it and why; nothing if none did. */
function Declines({ declines }: { declines: NonNullable<BookingDetail['declines']> }) {
  if (declines.length === 0) return null
  return (
    <section className="rounded-xl border px-4 py-3">
      <h3 className="font-semibold text-sm">{declineTexts.title}</h3>
      <ul className="mt-1 text-ink-soft text-sm">
        {declines.map(({ labPartnerId, labName, reason, at }) => (
          <li key={`${labPartnerId} ${at}`}>
            {declineTexts.by(labName, declineReasonTexts[reason], instantText(at))}
          </li>
        ))}
      </ul>
    </section>
  )
}
