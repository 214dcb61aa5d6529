import type { BookingView } from '@jaanch/booking/booking-view'
import { istDate, slotStart } from '@jaanch/contracts/calendar'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCommand } from '@/components/use-command'
import { dayText } from '@/features/booking/slots/slot-texts'
import type { VisitStep } from '@/features/booking/visit/visits'
import { slotText } from '@/lib/format/dates'
import { call } from '@/lib/http/call'
import { lazyDialog } from '@/ui/lazy-part'
import type { AdvanceDoubt } from './advance-question'
import { advanceTogether } from './calls'

const AdvanceQuestion = lazyDialog(async () => (await import('./advance-question')).AdvanceQuestion)

/** A collector may be early by this, ms: an hour */
const earlyMs = 3_600_000

/** A press so soon after a step is a double press, not the wish for the step after it, ms */
const settleMs = 800

type Advance = {
  texts: { succeeded: string; failed: string }
  /** Asks once if a collection begins long before its slot */
  asksWhenEarly?: boolean
  done?: (step: VisitStep) => void
}

/**
 * Moves people of a visit to their next status, and asks before it completes bookings that have no report. It does so once however often it is pressed. The request names that status, so the API rejects it
 * if this page is stale.
 * @returns `question`: the dialog that asks, to be rendered
 */
export function useAdvance({ texts: toasts, asksWhenEarly = false, done }: Advance) {
  const [asked, setAsked] = useState<{ step: VisitStep; doubt: AdvanceDoubt } | null>(null)
  const [isSettling, setSettling] = useState(false)
  const [isLooking, setLooking] = useState(false)
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

  const updating = busy || isSettling || isLooking

  async function advance(step: VisitStep | undefined) {
    if (!step || updating) return
    setLooking(true)
    const doubt = await doubtOf(step, asksWhenEarly)
    setLooking(false)
    if (doubt) setAsked({ step, doubt })
    else void run(step)
  }

  const question: ReactNode = asked && (
    <AdvanceQuestion
      doubt={asked.doubt}
      onClose={() => setAsked(null)}
      onConfirm={() => void run(asked.step)}
    />
  )
  return { advance: (step: VisitStep | undefined) => void advance(step), updating, question }
}

async function doubtOf(step: VisitStep, asksWhenEarly: boolean): Promise<AdvanceDoubt | null> {
  const slot = asksWhenEarly && earlySlot(step, new Date())
  if (slot) return { slot }
  const withoutReport = step.bookings.filter(({ reportReleasedAt }) => reportReleasedAt === null)
  if (step.to !== 'completed' || withoutReport.length === 0) return null
  // without an answer, the server refuses what has to wait
  const unsigned = await findUnsigned(withoutReport.map(({ id }) => id)).catch((): string[] => [])
  return { withoutReport, unsigned: withoutReport.filter(({ id }) => unsigned.includes(id)) }
}

/** @returns 'tomorrow, 8:00–10:00 am' if that is later than the collection that begins now; null if it is not */
function earlySlot({ to, bookings: [first] }: VisitStep, now: Date): string | null {
  const { scheduledDate: date, scheduledTime: time }: Partial<BookingView> = first ?? {}
  if (to !== 'sample-collection' || !date || !time) return null
  if (slotStart(date, time).getTime() - now.getTime() <= earlyMs) return null
  return `${dayText(date, istDate(now))}, ${slotText(time)}`
}

/** @returns the ids of those whose newest report waits for a pathologist's signature, as the server says now */
async function findUnsigned(ids: readonly string[]): Promise<string[]> {
  const details = await Promise.all(ids.map((id) => call('GET', '/api/bookings/:id', { params: { id } })))
  return details.filter(({ draft }) => draft && !draft.isReturned).map(({ id }) => id)
}
