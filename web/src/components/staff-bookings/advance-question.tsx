import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { testsText } from '@/components/booking/texts'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'

/** Why a press on Update Status is asked about first. `slot`: such as 'tomorrow, 8:00–10:00 am' */
export type AdvanceDoubt = { slot: string } | { withoutReport: readonly BookingView[] }

type AdvanceQuestionProps = { doubt: AdvanceDoubt; onConfirm: () => void; onClose: () => void }

/** Asks before a collection that begins long before its slot, and before a booking is completed that has no report. */
export function AdvanceQuestion({ doubt, ...actions }: AdvanceQuestionProps) {
  return <OpenConfirmDialog {...textsOf(doubt)} cancelLabel="Not yet" {...actions} />
}

function textsOf(doubt: AdvanceDoubt) {
  if ('slot' in doubt)
    return {
      title: 'Collect before the slot?',
      description: `The slot is ${doubt.slot}. Collect now all the same?`,
      confirmLabel: 'Collect now',
    }
  const tests = doubt.withoutReport.map(testsText).join('; ')
  return {
    title: 'There is no report yet',
    description: `No report for ${tests} has been released. Complete the booking anyway?`,
    confirmLabel: 'Complete without a report',
  }
}
