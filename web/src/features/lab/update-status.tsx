import { StepForward } from 'lucide-react'
import { bookingStatusStyles } from '@/components/booking/status'
import { stepOfVisit, type VisitGroup } from '@/components/booking/visits'
import { useAdvance } from '@/components/staff-bookings/use-advance'
import { markSeen } from '@/lib/unseen-bookings'
import { Button } from '@/ui/button'
import type { MenuItem } from '@/ui/menu'
import { advanceStatus, booking as texts } from './texts'

/** The next step of a visit, and of each person alone. */
export function useVisitSteps(bookings: VisitGroup['bookings']) {
  const control = useAdvance({
    texts: advanceStatus,
    asksWhenEarly: true,
    done: (step) => {
      for (const { id } of step.bookings) markSeen(id)
    },
  })
  return {
    ...control,
    step: stepOfVisit(bookings),
    ofEach: (nameOf: (index: number) => string): MenuItem[] =>
      bookings.map((booking, index) => {
        const step = stepOfVisit([booking])
        return {
          label: texts.updateStatusOf(nameOf(index)),
          icon: StepForward,
          disabled: !step,
          onSelect: () => control.advance(step),
        }
      }),
  }
}

type UpdateStatusProps = { steps: ReturnType<typeof useVisitSteps>; bookings: VisitGroup['bookings'] }

/** One press for all people of a visit who are at the same step; the others are named beside it. */
export function UpdateStatus({ steps: { step, advance, updating, question }, bookings }: UpdateStatusProps) {
  const isForSome = step !== undefined && bookings.length > 1 && step.bookings.length < bookings.length
  return (
    <>
      <Button className="grow" loading={updating} disabled={!step} onClick={() => advance(step)}>
        {texts.updateStatus}
      </Button>
      {isForSome && (
        <span className="text-ink-soft text-xs">
          {texts.next(step.bookings.length, bookingStatusStyles[step.to].label)}
        </span>
      )}
      {question}
    </>
  )
}
