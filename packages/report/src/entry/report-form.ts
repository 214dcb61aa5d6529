/** The form for the results of a booking: the parameters of its tests, and the results that are recorded. */
import { findBooking } from '@jaanch/booking/command-booking'
import { reportsOpenSince } from '@jaanch/booking/rules'
import { bookings } from '@jaanch/booking/visit/command-visit'
import { normalRange, parameterRow } from '@jaanch/catalogue/packages/package-rows'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall } from '@jaanch/platform/http/served'
import { sql } from 'slonik'
import { z } from 'zod'
import { recordOpening } from '../list/find-report.ts'
import { reportFormCalls } from './api.ts'
import { readCurrentReport } from './current-report.ts'

const formRow = parameterRow.extend({ code: z.string(), options: z.array(z.string()).nullable() })

export const getReportForm = serveCall(
  reportFormCalls.getReportForm,
  async ({ params, caller }, { db, logDb }) => {
    // from its stream, so that a lab can open the form of a booking that the read tables lack
    const { lines } = await findBooking({ logDb }, params.id, caller)
    const packageIds = lines.map(({ packageId }) => packageId)
    // in the order of the packages; a parameter of two packages appears once
    const rows = await db.any(sql.type(formRow)`
      select p.code, p.name, p.unit, p.male_low, p.male_high, p.female_low, p.female_high, p.normal, p.options
        from (select c.code, min(o.place * 1000 + c.place) as place
                from unnest(${sql.array(packageIds, 'uuid')}) with ordinality o (id, place)
                join packages k on k.id = o.id
               cross join lateral unnest(k.parameter_codes) with ordinality c (code, place)
               group by c.code) wanted
        join parameters p on p.code = wanted.code order by wanted.place`)
    return rows.map((row) => ({
      code: row.code,
      name: row.name,
      unit: row.unit,
      options: row.options,
      normalRange: normalRange(row),
    }))
  },
)

/** The results that a submission is added to, drafts included. Whoever reads them has opened the report: that is in the audit trail. */
export const getRecordedResults = serveCall(
  reportFormCalls.getRecordedResults,
  async ({ params, caller }, { logDb, audit, now }) => {
    const booking = await findBooking({ logDb }, params.id, caller)
    const { reportReleasedAt, draft } = booking
    const isClosed = reportReleasedAt !== null && new Date(reportReleasedAt) <= reportsOpenSince(now())
    if (caller.role === 'lab-partner' && isClosed && !draft) throw new AppError('report-closed')
    const { history } = await bookings.read(logDb, params.id)
    const { id, values } = await readCurrentReport(logDb, booking, history)
    if (id === undefined) return { reportId: null, results: [] }
    await recordOpening(audit, caller, booking, id)
    return {
      reportId: id,
      results: values.map(({ code, result: { text, foreignUnit } }) => ({ code, text, foreignUnit })),
    }
  },
)
