import { rankingText } from '@jaanch/domain/assignment/ranking-texts'
import { useBooking } from '@/lib/resources/bookings'
import { whyThisLab as texts } from './texts'

/** For admins: who chose the lab, why, and what happened because it did not confirm. */
export function WhyThisLab({ id }: { id: string }) {
  const { data: booking } = useBooking(id)
  const { assignment, escalation } = booking ?? {}
  if (!assignment && !escalation) return null
  return (
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
  )
}
