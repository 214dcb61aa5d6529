/** The decisions on reports: they are submitted, or wait as drafts for a pathologist's signature, and are released. */
import type { Booking } from '@jaanch/contracts/booking'
import type { BookingEvent } from '@jaanch/contracts/events/booking'
import { withCriticalValue } from '../critical/decide.ts'
import { accept, type Decision, refuse } from '../decider.ts'
import type { BookingCommand } from './commands.ts'

type Decided = Decision<BookingEvent>
type Of<Type extends BookingCommand['type']> = Extract<BookingCommand, { type: Type }>

export function submitReport(command: Of<'submitReport'>): Decided {
  const { reportId, version } = command
  return withCriticalValue(command, { type: 'ReportSubmitted', data: { reportId, reportVersion: version } })
}

/** The newest draft counts. */
export function draftReport({ draft }: Booking, command: Of<'draftReport'>): Decided {
  const { reportId, version } = command
  if (draft?.id === reportId) return accept()
  return withCriticalValue(command, { type: 'ReportDrafted', data: { reportId, reportVersion: version } })
}

export function signReport({ draft, report }: Booking, { reportId, isFile }: Of<'signReport'>): Decided {
  if (report?.id === reportId) return accept()
  if (draft?.id !== reportId) return refuse('draft-replaced')
  if (draft.isReturned) return refuse('draft-returned')
  const type = isFile ? 'ReportReleased' : 'ReportSubmitted'
  return accept({ type, data: { reportId, reportVersion: draft.version } })
}

export function returnReport({ draft }: Booking, { reportId }: Of<'returnReport'>): Decided {
  if (draft?.id !== reportId) return refuse('draft-replaced')
  return draft.isReturned ? accept() : accept({ type: 'ReportReturned', data: { reportId } })
}

export function releaseReport({ report }: Booking, command: Of<'releaseReport'>): Decided {
  const { reportId, version } = command
  if (report?.id === reportId && report.version === version) return accept()
  return withCriticalValue(command, { type: 'ReportReleased', data: { reportId, reportVersion: version } })
}

/** A report that was released is awaited no more. */
export function delayReport({ report }: Booking, { expectedBy }: Of<'delayReport'>): Decided {
  return report ? accept() : accept({ type: 'ReportDelayed', data: { expectedBy } })
}
