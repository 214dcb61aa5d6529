import type { Assigner, Escalation } from '@jaanch/contracts/vocabulary'
import { rankingText } from '@jaanch/domain/assignment/ranking-texts'
import { useBooking } from '@/lib/resources/bookings'

const headings: Record<Assigner, string> = {
  admin: 'Assigned by an admin',
  suggestion: 'Assigned as suggested',
  automatic: 'Assigned automatically',
}
const warnings: Record<Escalation, string> = {
  'lab-warned': 'The lab did not confirm in time and was warned.',
  'admin-called': 'No lab confirmed in time: please assign one, or call the lab.',
}

/** For admins: who chose the lab, why, and what happened because it did not confirm. */
export function WhyThisLab({ id }: { id: string }) {
  const { data: booking } = useBooking(id)
  const { assignment, escalation } = booking ?? {}
  if (!assignment && !escalation) return null
  return (
    <section className="rounded-xl border px-4 py-3">
      <h3 className="font-semibold text-sm">Why this lab</h3>
      {assignment && (
        <p className="mt-1 text-ink-soft text-sm">
          {`${headings[assignment.by]}: ${assignment.reasons
            .map((reason) =>
              rankingText(reason, { city: booking?.city ?? null, time: booking?.scheduledTime ?? null }),
            )
            .join('\u00a0· ')}`}
        </p>
      )}
      {escalation && <p className="mt-1 font-medium text-accent-ink text-sm">{warnings[escalation]}</p>}
    </section>
  )
}
