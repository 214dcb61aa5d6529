import { defineEvent, type EventOf } from '@jaanch/contracts/event'
import { criticalOutcomes, reportChanges } from '@jaanch/contracts/vocabulary'
import { z } from 'zod'

const reportOfBooking = z.object({
  reportId: z.uuid(),
  reportVersion: z.int().positive(),
  /** How it differs from the report that it follows; missing: it follows none */
  change: z.enum(reportChanges).optional(),
})

/** A booking's reports and the calls about their critical values, in the stream of the booking. */
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
  /** With the first event of a report: it has values about which somebody is called at once (in the table critical_calls). */
  CriticalValueFound: defineEvent('CriticalValueFound', z.object({ callId: z.uuid(), reportId: z.uuid() })),
  /** Somebody called, or tried to; who, when, how and about which values is a row (critical_attempts). CONFIRMED and ENDED_NOT_REACHED close the call. */
  CriticalValueCalled: defineEvent(
    'CriticalValueCalled',
    z.object({ callId: z.uuid(), attemptId: z.uuid(), outcome: z.enum(criticalOutcomes) }),
  ),
  /** Nobody has confirmed the call: step 1 after 15 minutes, 2 after 30 minutes … */
  CriticalValueReminded: defineEvent(
    'CriticalValueReminded',
    z.object({ callId: z.uuid(), step: z.int().positive() }),
  ),
}

export type ReportEvent = EventOf<typeof reportEvents>

export const isReportEvent = (event: { type: string }): event is ReportEvent => event.type in reportEvents
