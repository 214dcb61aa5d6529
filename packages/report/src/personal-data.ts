import { isWithheld } from '@jaanch/account/people/relative-consent'
import { keptFor } from '@jaanch/contracts/kept-for'
import {
  after,
  type Erasure,
  type ExportedData,
  record,
  type TablesData,
} from '@jaanch/platform/personal-data'
import { type FragmentSqlToken, sql } from 'slonik'
import { isRecorded } from './critical/table.ts'

const ofBooking: { ofBookings: readonly Erasure[] } = { ofBookings: [{ where: 'booking_id = any($1)' }] }
const isOfNoReport = 'not exists (select from health_reports r where r.id = report_id)'

export const reportTables: TablesData = {
  // with their values, and with what was recorded of the calls; that somebody called is in the log and in the audit trail
  critical_calls: { ...ofBooking, lasting: record },
  critical_call_values: { deletedWith: 'critical_calls', lasting: record },
  critical_attempts: { deletedWith: 'critical_calls', lasting: record },
  health_report_files: {
    // a file whose report was never recorded. Two rules, because no index finds rows by one or the other
    ofBookings: [
      { where: `booking_id = any($1) and ${isOfNoReport}` },
      {
        where: `report_id in (select report_id from report_submissions where booking_id = any($1)) and ${isOfNoReport}`,
      },
    ],
    ofPerson: [
      {
        where: 'report_id in (select id from health_reports where customer_id = $1)',
        blank: { bytes: `''`, request_hash: `''` },
        keep: ['content_type'],
      },
    ],
    lasting: record,
  },
  report_drafts: { ...ofBooking, lasting: record },
  report_submissions: { ...ofBooking, lasting: record },
  report_values: { deletedWith: 'report_submissions', lasting: record },
  health_reports: {
    ofPerson: [
      {
        where: 'customer_id = $1',
        blank: { doctor_comments: 'null', patient: 'null' },
        keep: ['released_role', 'attachments', 'lab'],
      },
    ],
    lasting: record,
  },
  // it has the files of prescriptions too
  quarantine: {
    ...ofBooking,
    ofPerson: [{ where: 'user_id = $1' }],
    ...after('uploads with malware', keptFor.discarded, 'created_at'),
  },
  retest_reminders: {
    ofPerson: [{ where: 'customer_id = $1' }],
    ended: 'with the account, which has one for each person of its family',
  },
  report_promises: {
    impersonal: 'ids and times',
    ...after('what was told about reports', '90 days', 'promised_at'),
  },
  reference_intervals: { impersonal: 'of the catalogue and of labs', lasting: 'does not grow with use' },
}

export const reportExport: ExportedData = {
  rows({ userId, bookings, now }) {
    const isShown = isShownAt(now)
    // while the read tables lack the booking, nobody knows whose results these are
    const isKnownShown = sql.fragment`(b.id is not null and ${isShown})`
    return {
      reports: sql.fragment`
        select to_jsonb(h) - 'released_by' || jsonb_build_object(
                 'doctor_comments', case when ${isKnownShown} then h.doctor_comments end, 'values', (
                 select jsonb_agg(to_jsonb(v)) from report_values v where v.report_id = h.id and ${isKnownShown})) as row
          from health_reports h left join ${bookings} b on b.id = h.booking_id where h.customer_id = ${userId}`,
      // the values after the release of their report; who of a lab or of Jaanch called is not about the person
      'critical-calls': sql.fragment`
        select jsonb_build_object('bookingId', c.booking_id, 'foundAt', c.found_at, 'closedAt', c.closed_at, 'ending', c.ending, 'values', (
                 select jsonb_agg(to_jsonb(v) - 'call_id' order by v.place) from critical_call_values v
                  where v.call_id = c.id and ${isShown} and exists (select from health_reports h where h.id = c.report_id)),
               'attempts', (
                 select jsonb_agg(jsonb_build_object('at', a.at, 'outcome', a.outcome, 'reached', a.reached, 'by', a.means,
                                                     'note', case when ${isShown} then a.note end) order by a.at)
                   from critical_attempts a where a.call_id = c.id)) as row
          from ${bookings} b join critical_calls c on c.booking_id = b.id where b.customer_id = ${userId} and ${isRecorded}`,
      'retest-reminders': sql.fragment`
        select to_jsonb(t) as row from retest_reminders t where customer_id = ${userId}`,
    }
  },
  files: ({ userId, bookings, now }) => ({
    reports: {
      list: sql.fragment`
        select f.report_id as id, f.content_type from health_report_files f
         where f.report_id in (select unnest(h.id || h.attachments) from health_reports h join ${bookings} b on b.id = h.booking_id
                                where h.customer_id = ${userId} and ${isShownAt(now)})`,
      bytes: (id) => sql.fragment`select bytes from health_report_files where report_id = ${id}`,
    },
  }),
}

/** As on the pages: the person for whom a booking (`b`) is has agreed, or need not. */
function isShownAt(now: Date): FragmentSqlToken {
  return sql.fragment`not ${isWithheld(sql.fragment`(b.data ->> 'familyMemberId')::uuid`, now)}`
}
