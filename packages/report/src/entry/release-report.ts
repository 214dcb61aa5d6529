import { decideBooking, findBooking, identifyBooking, viewBooking } from '@jaanch/booking/command-booking'
import { reportsOpenSince } from '@jaanch/booking/rules'
import { bookings } from '@jaanch/booking/visit/command-visit'
import { normalRange, parameterRow } from '@jaanch/catalogue/packages/package-rows'
import { AppError } from '@jaanch/contracts/errors'
import { toPaise } from '@jaanch/contracts/money'
import { digestOf, receiveFile } from '@jaanch/platform/files/receive-file'
import { takePlace } from '@jaanch/platform/http/request-gates'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { sql } from 'slonik'
import { z } from 'zod'
import { healthReportCalls } from '../api.ts'
import { readFhir } from '../fhir/fhir.ts'
import { recordOpening } from '../list/find-report.ts'
import { refundCalls, reportFormCalls } from './api.ts'
import { aboutRefund, askUnlessConfirmed } from './questions.ts'
import {
  contributionOfForm,
  contributionOfMessage,
  readExpectedParameters,
  reportFileRules,
} from './read-results.ts'
import { recordReport } from './record-report.ts'
import { readCurrentReport } from './store-report.ts'

/** Takes a report as a PDF, as values from a form, or as a FHIR message. */
export const releaseHealthReport = serveRead(
  healthReportCalls.releaseHealthReport,
  async (call, { appender, logDb, db, readPrepared, audit, limits, checkFile, now }) => {
    const { params, body, query, caller, idempotencyKey } = call
    const { id: bookingId } = params
    const services = { appender, logDb, db, readPrepared, audit, limits, checkFile, now }
    const request = {
      ...{ bookingId, caller, idempotencyKey, requestId: call.request.id },
      takePlace: () => takePlace(call.request),
    }
    if ('fhir' in body) {
      const confirmed = { codes: query.confirm, follows: query.follows }
      const content = [bookingId, body]
      return recordReport(services, { ...request, content, confirmed }, async ({ lines }) => {
        const expected = await readExpectedParameters(db, lines)
        return contributionOfMessage(readFhir(body.fhir, expected), expected)
      })
    }
    const { fileUrl, confirm, follows, ...form } = body
    const file = fileUrl === undefined ? null : await receiveFile(fileUrl, reportFileRules)
    const content = [bookingId, form, file && (await digestOf(file.bytes))]
    const confirmed = { codes: [...confirm, ...query.confirm], follows: follows ?? query.follows }
    return recordReport(services, { ...request, content, confirmed }, async ({ lines }) =>
      contributionOfForm(form, file, await readExpectedParameters(db, lines)),
    )
  },
)

/**
 * An admin has called the customer and paid back what is due for rejected samples, or for a cancelled booking that was paid. If results of
 * these tests are reported all the same, the admin is asked.
 * @throws AppError no-refund-due, conflict if another amount is due, confirmation-needed
 */
export const settleRefund = serveCall(
  refundCalls.settleRefund,
  async (call, { appender, logDb, db, readPrepared, now }) => {
    const { amount, confirm } = call.body
    const request = await identifyBooking({ logDb }, refundCalls.settleRefund, call)
    const { booking, refused } = await decideBooking(
      { appender, logDb, now },
      request,
      async (state, history) => {
        if (state?.refund && !state.refund.isSettled) {
          const { values } = await readCurrentReport(logDb, state, history)
          const codes = values.map(({ code }) => code)
          const expected = await readExpectedParameters(db, state.lines)
          askUnlessConfirmed(aboutRefund(codes, state, expected), confirm, null)
        }
        return { type: 'settleRefund', amount: toPaise(amount) }
      },
    )
    if (refused || !booking) throw new AppError(refused ?? 'not-found')
    return viewBooking({ readPrepared }, booking)
  },
)

const formRow = parameterRow.extend({ code: z.string(), options: z.array(z.string()).nullable() })

/** The form for the results of a booking: the parameters of its tests, and the results that are recorded. */
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
