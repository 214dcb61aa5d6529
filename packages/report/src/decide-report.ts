/** The decisions on reports: they are submitted, or wait as drafts for a pathologist's signature, and are released. */
import type { Booking } from '@jaanch/booking/booking'
import type { BookingCommand, NewVersion } from '@jaanch/booking/commands'
import type { BookingEvent } from '@jaanch/booking/events'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { criticalValueOf } from './critical/decide.ts'

type Decided = Decision<BookingEvent>
type Of<Type extends BookingCommand['type']> = Extract<BookingCommand, { type: Type }>

export function submitReport(command: Of<'submitReport'>): Decided {
  return withConsequences(command, { type: 'ReportSubmitted', data: dataOf(command) })
}

/** The newest draft counts: it includes those before it. */
export function draftReport({ draft }: Booking, command: Of<'draftReport'>): Decided {
  if (draft?.id === command.reportId) return accept()
  return withConsequences(command, { type: 'ReportDrafted', data: dataOf(command) })
}

/** What came while a pathologist looked at a draft is the next draft: it is not signed with it. */
export function signReport({ draft, report }: Booking, command: Of<'signReport'>): Decided {
  const { reportId, isFile, isEarlier = false } = command
  if (report?.id === reportId) return accept()
  const isNewest = draft?.id === reportId
  if (!draft || !(isNewest || isEarlier)) return refuse('draft-replaced')
  if (draft.isReturned) return refuse('draft-returned')
  const { version } = draft
  const data = dataOf({ ...command, version })
  const signed: BookingEvent = { type: isFile ? 'ReportReleased' : 'ReportSubmitted', data }
  const withdrawn = withdrawal(command.withdraws)
  if (isNewest) return accept(signed, ...withdrawn)
  const next: BookingEvent = {
    type: 'ReportDrafted',
    data: { reportId: draft.id, reportVersion: version + 1, change: 'more' },
  }
  return accept(signed, ...withdrawn, next)
}

export function returnReport({ draft }: Booking, { reportId }: Of<'returnReport'>): Decided {
  if (draft?.id !== reportId) return refuse('draft-replaced')
  return draft.isReturned ? accept() : accept({ type: 'ReportReturned', data: { reportId } })
}

export function releaseReport({ report }: Booking, command: Of<'releaseReport'>): Decided {
  const { reportId, version } = command
  if (report?.id === reportId && report.version === version) return accept()
  return withConsequences(command, { type: 'ReportReleased', data: dataOf(command) })
}

/** A report that was released is awaited no more. */
export function delayReport({ report }: Booking, { expectedBy }: Of<'delayReport'>): Decided {
  return report ? accept() : accept({ type: 'ReportDelayed', data: { expectedBy } })
}

/** The event of a report, with what follows from its results: all of it is recorded or none. */
function withConsequences({ withdraws, ...command }: NewVersion, event: BookingEvent): Decided {
  return accept(event, ...criticalValueOf(command), ...withdrawal(withdraws))
}

function withdrawal(packageIds: readonly string[] = []): BookingEvent[] {
  return packageIds.length === 0
    ? []
    : [{ type: 'RecollectionWithdrawn', data: { packageIds: [...packageIds] } }]
}

function dataOf({ reportId, version, change }: Omit<NewVersion, 'criticalCallId' | 'withdraws'>) {
  return { reportId, reportVersion: version, ...(change && { change }) }
}
