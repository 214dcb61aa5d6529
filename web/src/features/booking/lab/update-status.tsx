import { StepForward } from 'lucide-react'
import { useId } from 'react'
import { keys } from '@/features/booking/staff-bookings/list-keys'
import { useAdvance } from '@/features/booking/staff-bookings/use-advance'
import { bookingStatusStyles } from '@/features/booking/visit/status'
import { stepOfVisit, type VisitGroup } from '@/features/booking/visit/visits'
import { cn } from '@/lib/class-names'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import type { MenuItem } from '@/ui/menu'
import { markSeen } from './unseen-bookings'

const texts = {
  advance: {
    succeeded: 'Booking status updated successfully',
    failed: 'Error - Failed to update booking status',
  },
  updateStatus: 'Update Status',
  /** In the menu of one person of a visit */
  updateStatusOf: (name: string) => `Update Status: ${name}`,
  next: 'Next:',
  /** If the people of a visit are not at the same step */
  nextOf: (people: number, status: string) => `${people === 1 ? '1 person' : `${people} people`}: ${status}`,
}

/** The next step of a visit, and of each person alone. */
export function useVisitSteps(bookings: VisitGroup['bookings']) {
  const control = useAdvance({
    texts: texts.advance,
    asksWhenEarly: true,
    done: (step) => {
      for (const { id } of step.bookings) markSeen(id)
    },
  })
  const mayAdvance = useMayInLab('front-desk', 'technician')
  return {
    ...control,
    step: stepOfVisit(bookings),
    ofEach: (nameOf: (index: number) => string): MenuItem[] =>
      (mayAdvance ? bookings : []).map((booking, index) => {
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

type UpdateStatusProps = {
  steps: ReturnType<typeof useVisitSteps>
  bookings: VisitGroup['bookings']
  /** In a row of a table */
  isCompact?: boolean
}

/** One press for all people of a visit who are at the same step, with the status that comes next beside it. */
export function UpdateStatus({
  steps: { step, advance, updating, question },
  bookings,
  isCompact = false,
}: UpdateStatusProps) {
  const id = useId()
  const mayAdvance = useMayInLab('front-desk', 'technician')
  const isForSome = step !== undefined && bookings.length > 1 && step.bookings.length < bookings.length
  const next = step && bookingStatusStyles[step.to].label
  if (!mayAdvance) return null
  return (
    <>
      <Button
        size={isCompact ? 'sm' : 'md'}
        variant={isCompact ? 'soft' : 'primary'}
        className={cn('aria-disabled:opacity-60', isCompact ? 'px-3 pointer-fine:sm:min-h-8' : 'grow')}
        aria-keyshortcuts={keys.advance}
        aria-describedby={step && id}
        // not `disabled` while it is sent: a disabled button would lose the focus of the keyboard
        aria-busy={updating || undefined}
        aria-disabled={updating || undefined}
        disabled={!step}
        onClick={() => advance(step)}
      >
        {texts.updateStatus}
      </Button>
      {step && next && (
        <span id={id} className={isCompact ? 'sr-only' : 'min-w-0 truncate text-ink-soft text-xs'}>
          <span aria-hidden>→ </span>
          <span className="sr-only">{texts.next} </span>
          {isForSome ? texts.nextOf(step.bookings.length, next) : next}
        </span>
      )}
      {question}
    </>
  )
}
