import type { BookingView } from '@jaanch/booking/booking-view'
import { istDate, slotStart } from '@jaanch/contracts/calendar'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { testsText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { dayText } from '@/features/booking/slots/slot-texts'
import type { VisitStep } from '@/features/booking/visit/visits'
import { slotText } from '@/lib/format/dates'
import { call } from '@/lib/http/call'
import { useUser } from '@/lib/session/session-context'
import { lazyDialog } from '@/ui/lazy-part'
import { advanceTogether } from './calls'

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** A collector may be early by this, ms: an hour */
const earlyMs = 3_600_000

/** A press so soon after a step is a double press, not the wish for the step after it, ms */
const settleMs = 800

/**
 * The reason to ask after a press on Update Status. `slot`: such as 'tomorrow, 8:00–10:00 am'; `unsigned`: bookings of `withoutReport`
 * whose report waits for a signature; only an admin can complete them
 */
type AdvanceDoubt =
  | { slot: string }
  | { withoutReport: readonly BookingView[]; unsigned: readonly BookingView[] }

type Advance = {
  texts: { succeeded: string; failed: string }
  /** Asks once if a collection begins long before its slot */
  asksWhenEarly?: boolean
  done?: (step: VisitStep) => void
}

/**
 * Moves people of a visit to their next status, once however often it is pressed, and asks before it completes bookings that have no
 * report. The request names the status, so the API rejects it if this page is stale.
 * @returns `question`: the dialog that asks, to be rendered
 */
export function useAdvance({ texts: toasts, asksWhenEarly = false, done }: Advance) {
  const isAdmin = useUser().role === 'admin'
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
    <ConfirmDialog
      cancelLabel="Not yet"
      {...questionOf(asked.doubt, isAdmin)}
      onClose={() => setAsked(null)}
      onConfirm={() => void run(asked.step)}
    />
  )
  return { advance: (step: VisitStep | undefined) => void advance(step), updating, question }
}

/** Asks before a collection that begins long before its slot, and before a booking is completed that has no report. */
export function questionOf(doubt: AdvanceDoubt, isAdmin: boolean) {
  if ('slot' in doubt)
    return {
      title: 'Collect before the slot?',
      description: `The slot is ${doubt.slot}. Collect now all the same?`,
      confirmLabel: 'Collect now',
    }
  const { withoutReport, unsigned } = doubt
  const waits = `The report for ${unsigned.map(testsText).join('; ')} waits for a pathologist’s signature.`
  if (unsigned.length > 0 && !isAdmin)
    return {
      title: 'A report waits for a signature',
      description: `${waits} The booking can be completed when the report is signed or sent back.`,
      cancelLabel: 'Close',
    }
  const tests = withoutReport.map(testsText).join('; ')
  return {
    title: 'There is no report yet',
    description: `No report for ${tests} has been released. ${unsigned.length > 0 ? `${waits} ` : ''}Complete the booking anyway?`,
    confirmLabel: 'Complete without a report',
  }
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
