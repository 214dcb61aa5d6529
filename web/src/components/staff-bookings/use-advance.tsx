import { istDate, slotStart } from '@jaanch/contracts/calendar'
import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { VisitStep } from '@/components/booking/visits'
import { dayText } from '@/components/slots/slot-texts'
import { useCommand } from '@/components/use-command'
import { slotText } from '@/lib/format/dates'
import { advanceTogether } from '@/lib/resources/visits'
import { lazyDialog } from '@/ui/lazy-part'
import { early as texts } from './texts'

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** A collector may be early by this, ms: an hour */
const earlyMs = 3_600_000

/** A press so soon after a step is a double press, not the wish for the step after it, ms */
const settleMs = 800

type Advance = {
  /** Of the toasts */
  texts: { succeeded: string; failed: string }
  /** Asks once if a collection begins long before its slot */
  asksWhenEarly?: boolean
  done?: (step: VisitStep) => void
}

/**
 * Moves people of a visit to their next status, once however often it is pressed. The request names that status, so the API rejects it
 * if this page is stale.
 * @returns `question`: the dialog that asks, to be rendered
 */
export function useAdvance({ texts: toasts, asksWhenEarly = false, done }: Advance) {
  const [asked, setAsked] = useState<VisitStep | null>(null)
  const [isSettling, setSettling] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { run, busy } = useCommand({
    ...toasts,
    send: (step: VisitStep) => advanceTogether(step, step.to),
    done(_, step) {
      setSettling(true)
      timer.current = setTimeout(() => setSettling(false), settleMs)
      done?.(step)
    },
  })

  function advance(step: VisitStep | undefined) {
    if (!step || busy || isSettling) return
    if (asksWhenEarly && earlySlot(step, new Date())) setAsked(step)
    else void run(step)
  }

  const slot = asked && earlySlot(asked, new Date())
  const question: ReactNode = asked && (
    <ConfirmDialog
      onClose={() => setAsked(null)}
      title={texts.title}
      description={texts.description(slot ?? '')}
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      onConfirm={() => run(asked)}
    />
  )
  return { advance, updating: busy || isSettling, question }
}

/** @returns 'tomorrow, 8:00–10:00 am' if that is later than the collection that begins now; null if it is not */
function earlySlot({ to, bookings: [first] }: VisitStep, now: Date): string | null {
  const { scheduledDate: date, scheduledTime: time }: Partial<BookingView> = first ?? {}
  if (to !== 'sample-collection' || !date || !time) return null
  if (slotStart(date, time).getTime() - now.getTime() <= earlyMs) return null
  return `${dayText(date, istDate(now))}, ${slotText(time)}`
}
