/**
 * A report in its booking's stream: it is submitted, or waits as a draft for a pathologist's signature, and is released. What follows from the
 * events about its versions stands at the end.
 */
import type { Booking } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import { collecting, type DataOf, type Facet, only, over, processing } from '@jaanch/booking/facet'
import type { RecollectionEvent } from '@jaanch/collection/recollections/recollection'
import { accept, type Decision, refuse } from '@jaanch/contracts/decider'
import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { type ReportChange, reportChanges } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'
import { type CriticalEvent, criticalValueOf } from './critical/critical-call.ts'

const reportOfBooking = z.object({
  reportId: z.uuid(),
  reportVersion: z.int().positive(),
  /** How it differs from the report that it follows; missing: it follows none */
  change: z.enum(reportChanges).optional(),
})

export const reportEvents = {
  /** A report waits for a pathologist of its lab: its values or its file are stored, and the customer sees nothing of it. */
  ReportDrafted: defineEvent('ReportDrafted', reportOfBooking),
  /** The pathologist sent the draft back; why is a row (report_drafts) */
  ReportReturned: defineEvent('ReportReturned', z.object({ reportId: z.uuid() })),
  /** Results were submitted as values (in the table report_submissions); the PDF is not rendered yet. */
  ReportSubmitted: defineEvent('ReportSubmitted', reportOfBooking),
  /** The report's PDF exists. */
  ReportReleased: defineEvent('ReportReleased', reportOfBooking),
  /** The report is later than it was told when the sample was collected. */
  ReportDelayed: defineEvent(
    'ReportDelayed',
    z.object({
      /** Nine of ten such reports are there by then */
      expectedBy: z.iso.datetime(),
    }),
  ),
}

type ReportEvent = EventOf<typeof reportEvents>
/** The events that commands on a report record */
type Output = ReportEvent | CriticalEvent | RecollectionEvent
type Decided = Decision<Output>
type Of<Type extends ReportCommand['type']> = Extract<ReportCommand, { type: Type }>

/**
 * @property criticalCallId of the call about its critical values; missing: it has none that nobody was called about
 * @property change from the report that it follows; missing: it follows none
 */
type NewVersion = {
  reportId: string
  version: number
  change?: ReportChange | undefined
  criticalCallId?: string | undefined
  /** Tests of rejected tubes of which it has all results: they are not collected again. A draft has none: its signature does it */
  withdraws?: readonly string[] | undefined
}

export type ReportCommand =
  | ({ type: 'submitReport' } & NewVersion)
  /** The report waits for a pathologist */
  | ({ type: 'draftReport' } & NewVersion)
  /**
   * By a pathologist: it is submitted if it consists of values, and released if it is a file
   * @param isEarlier a newer draft, which includes it, waits as well: that one waits on
   */
  | ({ type: 'signReport'; isFile: boolean; isEarlier?: boolean } & Pick<
      NewVersion,
      'reportId' | 'change' | 'withdraws'
    >)
  | { type: 'returnReport'; reportId: string }
  | ({ type: 'releaseReport' } & NewVersion)
  | { type: 'delayReport'; expectedBy: string }

const written = only([processing, 'completed'], 'wrong-status')

export const report = {
  transitions: {
    submitReport: written,
    draftReport: written,
    signReport: written,
    returnReport: written,
    releaseReport: written,
    delayReport: only([collecting, processing], 'wrong-status', over),
  },

  decisions: { submitReport, draftReport, signReport, returnReport, releaseReport, delayReport },

  evolve: {
    ReportDrafted: (_, { reportId: id, reportVersion: version }) => ({
      draft: { id, version, isReturned: false },
    }),
    ReportReturned: ({ draft }, { reportId }) => ({
      draft: draft?.id === reportId ? { ...draft, isReturned: true } : draft,
    }),
    ReportSubmitted: ({ draft }, data) => ({ draft: remainingDraft(draft, data) }),
    ReportReleased: ({ report, draft }, data) => ({
      report: newestReport(report, data),
      draft: remainingDraft(draft, data),
    }),
    ReportDelayed: () => ({}),
  },

  summarise: {
    ReportReleased: (_, { at }) => ({ reportReleasedAt: at.toISOString() }),
  },
} satisfies Facet<ReportCommand, ReportEvent, Output>

type Released = DataOf<ReportEvent, 'ReportReleased'>

/** A report that is released after a newer version does not replace it. */
function newestReport(report: Booking['report'], { reportId, reportVersion }: Released): Booking['report'] {
  return report && report.version > reportVersion ? report : { id: reportId, version: reportVersion }
}

/** A report replaces the draft of its version. The one that a worker releases later, of an earlier version, does not. */
function remainingDraft(draft: Booking['draft'], { reportVersion }: Released): Booking['draft'] {
  return draft && draft.version > reportVersion ? draft : null
}

function submitReport(_: Booking, command: Of<'submitReport'>): Decided {
  return withConsequences(command, { type: 'ReportSubmitted', data: dataOf(command) })
}

/** The newest draft counts: it includes those before it. */
function draftReport({ draft }: Booking, command: Of<'draftReport'>): Decided {
  if (draft?.id === command.reportId) return accept()
  return withConsequences(command, { type: 'ReportDrafted', data: dataOf(command) })
}

/** Results that came while a pathologist looked at a draft become the next draft: they are not signed with it. */
function signReport({ draft, report }: Booking, command: Of<'signReport'>): Decided {
  const { reportId, isFile, isEarlier = false } = command
  if (report?.id === reportId) return accept()
  const isNewest = draft?.id === reportId
  if (!draft || !(isNewest || isEarlier)) return refuse('draft-replaced')
  if (draft.isReturned) return refuse('draft-returned')
  const { version } = draft
  const data = dataOf({ ...command, version })
  const signed: Output = { type: isFile ? 'ReportReleased' : 'ReportSubmitted', data }
  const withdrawn = withdrawal(command.withdraws)
  if (isNewest) return accept(signed, ...withdrawn)
  const next: Output = {
    type: 'ReportDrafted',
    data: { reportId: draft.id, reportVersion: version + 1, change: 'more' },
  }
  return accept(signed, ...withdrawn, next)
}

function returnReport({ draft }: Booking, { reportId }: Of<'returnReport'>): Decided {
  if (draft?.id !== reportId) return refuse('draft-replaced')
  return draft.isReturned ? accept() : accept({ type: 'ReportReturned', data: { reportId } })
}

function releaseReport({ report }: Booking, command: Of<'releaseReport'>): Decided {
  const { reportId, version } = command
  if (report?.id === reportId && report.version === version) return accept()
  return withConsequences(command, { type: 'ReportReleased', data: dataOf(command) })
}

/** A report that was released is awaited no more. */
function delayReport({ report }: Booking, { expectedBy }: Of<'delayReport'>): Decided {
  return report ? accept() : accept({ type: 'ReportDelayed', data: { expectedBy } })
}

/** The event of a report, with what follows from its results: all of it is recorded or none. */
function withConsequences({ withdraws, ...command }: NewVersion, event: ReportEvent): Decided {
  return accept<Output>(event, ...criticalValueOf(command), ...withdrawal(withdraws))
}

function withdrawal(packageIds: readonly string[] = []): RecollectionEvent[] {
  return packageIds.length === 0
    ? []
    : [{ type: 'RecollectionWithdrawn', data: { packageIds: [...packageIds] } }]
}

function dataOf({ reportId, version, change }: Omit<NewVersion, 'criticalCallId' | 'withdraws'>) {
  return { reportId, reportVersion: version, ...(change && { change }) }
}

function eventsOf<Type extends ReportEvent['type']>(history: readonly BookingEvent[], types: Type[]) {
  type Found = Extract<ReportEvent, { type: Type }>
  return history.filter((event): event is Found => types.includes(event.type as Type))
}

/**
 * The reports of a booking are numbered 1, 2, 3 …, including those that are not rendered yet. A draft has the number that it gets when it is
 * signed: the report that replaces it gets the same, so that customers, who see no drafts, see no gaps.
 * @param history all of the booking's events
 */
export function nextReportVersion(history: readonly BookingEvent[]): number {
  return (latestReport(history)?.version ?? 0) + 1
}

/** The latest report that was submitted or released, also before its PDF exists; undefined: none. */
export function latestReport(history: readonly BookingEvent[]): { id: string; version: number } | undefined {
  const [latest] = eventsOf(history, ['ReportSubmitted', 'ReportReleased']).toSorted(
    (a, b) => b.data.reportVersion - a.data.reportVersion,
  )
  return latest && { id: latest.data.reportId, version: latest.data.reportVersion }
}

/**
 * Whether a draft waits for a signature although a newer one, which only adds results to it, waits as well: nothing was corrected, withdrawn,
 * signed, submitted or sent back since.
 */
export function isEarlierDraft(history: readonly BookingEvent[], reportId: string): boolean {
  const drafted = history.findLastIndex(
    (event) => event.type === 'ReportDrafted' && event.data.reportId === reportId,
  )
  if (drafted < 0) return false
  const submitted = new Set<string>()
  return history.every((event, index) => {
    if (event.type === 'ReportDrafted') return index <= drafted || event.data.change === 'more'
    if (event.type !== 'ReportSubmitted' && event.type !== 'ReportReleased')
      return index < drafted || event.type !== 'ReportReturned'
    // the PDF of a report that was submitted before may be made after
    const isNew = !submitted.has(event.data.reportId)
    submitted.add(event.data.reportId)
    return index < drafted || !isNew
  })
}

/**
 * Whether the results of a draft were sent back. Drafts add up: whoever sends back a newer one sends back those that it includes, unless one
 * of them, or a report that includes them, was submitted before.
 */
export function wasReturned(history: readonly BookingEvent[], reportId: string): boolean {
  const drafted = history.findLastIndex(
    (event) => event.type === 'ReportDrafted' && event.data.reportId === reportId,
  )
  // an older draft that is signed, or a report whose PDF is made, does not include it
  const older = new Set(
    history.slice(0, drafted).flatMap(({ data }) => ('reportId' in data ? data.reportId : [])),
  )
  older.delete(reportId)
  const ends = eventsOf(history.slice(drafted + 1), ['ReportReturned', 'ReportSubmitted', 'ReportReleased'])
  const end = ends.find(({ data }) => !older.has(data.reportId))
  return end?.type === 'ReportReturned'
}

/**
 * How many corrections, withdrawals and files a booking has, with drafts that were replaced, and its first report. Results that a report
 * lacked are not counted: they end with its parameters.
 */
export function countReports(history: readonly BookingEvent[]): number {
  const counted = eventsOf(history, ['ReportDrafted', 'ReportSubmitted', 'ReportReleased']).filter(
    ({ data }) => data.change !== 'more',
  )
  return new Set(counted.map(({ data }) => data.reportId)).size
}
