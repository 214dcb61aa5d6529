import type { BookingView } from '@jaanch/booking/booking-view'
import { testsText } from '@/components/booking/texts'
import { useUser } from '@/lib/session/session-context'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'

/**
 * Why a press on Update Status is asked about first. `slot`: such as 'tomorrow, 8:00–10:00 am'; `unsigned`: those of `withoutReport` whose
 * report waits for a signature, which an admin alone can complete
 */
export type AdvanceDoubt =
  | { slot: string }
  | { withoutReport: readonly BookingView[]; unsigned: readonly BookingView[] }

type AdvanceQuestionProps = { doubt: AdvanceDoubt; onConfirm: () => void; onClose: () => void }

/** Asks before a collection that begins long before its slot, and before a booking is completed that has no report. */
export function AdvanceQuestion({ doubt, ...actions }: AdvanceQuestionProps) {
  const isAdmin = useUser().role === 'admin'
  return <OpenConfirmDialog cancelLabel="Not yet" {...textsOf(doubt, isAdmin)} {...actions} />
}

function textsOf(doubt: AdvanceDoubt, isAdmin: boolean) {
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
