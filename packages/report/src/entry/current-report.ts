import type { BookingSummary } from '@jaanch/booking/booking'
import type { BookingEvent } from '@jaanch/booking/events'
import type pg from 'pg'
import { latestReport } from '../report.ts'
import type { CurrentValue } from '../results/current-set.ts'

/** The report that a new version of a booking's report builds on. */
export type CurrentReport = {
  /** undefined: the booking has no report yet */
  id: string | undefined
  values: CurrentValue[]
  doctorComments: string | null
  isReviewed: boolean
  /** When the samples were collected, as a laboratory's system said it */
  collectedAt: Date | null
  /** The files that were uploaded, the oldest first */
  attachments: string[]
}

type Row = Omit<CurrentReport, 'id' | 'values'> & { isFile: boolean; values: CurrentValue[] | null }

/**
 * The report that a submission follows: the draft that waits or was sent back, which includes what was released before it, or else the
 * latest report, whose PDF may not exist yet.
 */
export async function readCurrentReport(
  pool: pg.Pool,
  { draft }: Pick<BookingSummary, 'draft'>,
  history: readonly BookingEvent[],
): Promise<CurrentReport> {
  const id = draft?.id ?? latestReport(history)?.id
  return id === undefined ? { id, ...nothing } : { id, ...(await readReportSet(pool, id)) }
}

const nothing = { values: [], doctorComments: null, isReviewed: false, collectedAt: null, attachments: [] }

/** The full set of one version or draft, also before its PDF exists; nothing if its customer was erased. */
export async function readReportSet(pool: pg.Pool, reportId: string): Promise<Omit<CurrentReport, 'id'>> {
  const { rows } = await pool.query<Row>({
    name: 'report-set',
    text: `select coalesce(s.doctor_comments, h.doctor_comments, d.doctor_comments) as "doctorComments",
                  coalesce(s.is_reviewed, h.is_reviewed, d.is_reviewed, false) as "isReviewed", s.collected_at as "collectedAt",
                  coalesce(s.attachments, h.attachments, d.attachments, '{}') as attachments, s.report_id is null as "isFile",
                  (select jsonb_agg(jsonb_build_object('code', v.code, 'value', v.value, 'method', v.method, 'sent', v.sent,
                                                       'result', v.result) order by v.place)
                     from report_values v where v.report_id = r.id) as values
             from (select $1::uuid as id) r
             left join report_submissions s on s.report_id = r.id
             left join health_reports h on h.id = r.id
             left join report_drafts d on d.report_id = r.id
            where coalesce(s.report_id, h.id, d.report_id) is not null`,
    values: [reportId],
  })
  const [row] = rows
  if (!row) return nothing
  const { isFile, values, attachments, ...rest } = row
  // a report that is a file is itself one of the files
  return { ...rest, values: values ?? [], attachments: isFile ? [...attachments, reportId] : attachments }
}
