import { type FormerIdentity, identityAt, identityFields } from '@jaanch/account/people/identity'
import { usersWithLabs } from '@jaanch/account/users/user-rows'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { headers } from '@jaanch/contracts/http/headers'
import { genders } from '@jaanch/contracts/vocabulary'
import { serveRead } from '@jaanch/platform/http/served'
import { passBarrier, readTable } from '@jaanch/platform/reads/read-tables'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { bookingCalls } from '../api.ts'
import type { BookingSummary, OrderLine } from '../booking.ts'
import type { BookingDetail } from '../booking-view.ts'
import { visibleBookings } from '../policies.ts'
import { whyCollectionClosed } from '../rules.ts'
import {
  bookingColumns,
  bookingRow,
  expectReport,
  presentBookingDetail,
  recordSeen,
  selectBookings,
  showPeople,
} from './bookings.ts'

const textRow = z.object({ text: z.string().nullable() })
const labNameRow = z.object({ id: z.uuid(), labName: z.string() })

export const getBooking = serveRead(bookingCalls.getBooking, async ({ params, caller, reply }, services) => {
  const { db, audit, reportForecasts, countTubes, now } = services
  const tables = await passBarrier(services, reply)
  const page = sql.fragment`
      select ${bookingColumns} from ${readTable(tables, 'bookings')} where id = ${params.id} and ${visibleBookings(caller)}`
  const row = await tables.reads.maybeOne(sql.type(bookingRow)`${selectBookings(tables, page)}`)
  if (!row) throw new AppError('not-found')
  reply.header(headers.logPosition, String(row.logPosition))
  const { review } = row.data
  const isReadable = review !== null && !(review.isHidden && caller.role === 'lab-partner')
  const reviewText = isReadable
    ? await db.maybeOneFirst(sql.type(textRow)`select text from reviews where booking_id = ${params.id}`)
    : null
  const forecast = await reportForecasts.read()
  const expected = expectReport(forecast, presentBookingDetail(row, caller.role, reviewText), now())
  const [detail] = (await countTubes(caller, [expected])) as [BookingDetail]
  const custodyNotes = await readCustodyNotes(db, caller, detail, now())
  const patientChange = caller.role === 'customer' ? null : await readPatientChange(db, row.data, detail)
  if (caller.role === 'customer') return { ...detail, visitCode: await readVisitCode(db, detail) }
  const pdfOnly = await readPdfOnly(db, detail.lines)
  if (caller.role === 'admin') {
    await recordSeen(audit, caller, [detail])
    const declines = await nameDeclines(db, row.data)
    return { ...detail, custodyNotes, patientChange, pdfOnly, declines }
  }
  const [shown] = await showPeople(services, caller, [detail])
  const isShown = shown?.patientName != null
  return {
    ...(shown as BookingDetail),
    custodyNotes,
    pdfOnly,
    patientChange: isShown ? patientChange : null,
  }
})

/** Only admins see which labs declined a booking. */
async function nameDeclines(
  db: CommonQueryMethods,
  { declines }: BookingSummary,
): Promise<BookingDetail['declines']> {
  if (declines.length === 0) return []
  const ids = declines.map(({ labPartnerId }) => labPartnerId)
  const labs = await db.any(sql.type(labNameRow)`
    select id, lab_name from lab_partners where id = any(${sql.array(ids, 'uuid')})`)
  const names = new Map(labs.map(({ id, labName }) => [id, labName]))
  return declines.map((decline) => ({ ...decline, labName: names.get(decline.labPartnerId) ?? '' }))
}

/** @returns the code that the customer says at the door; null once there is nothing to collect */
async function readVisitCode(
  db: CommonQueryMethods,
  { id, status, samples }: BookingDetail,
): Promise<string | null> {
  const isAwaited = (status === 'pending' || status === 'confirmed') && !samples?.drawn
  if (!isAwaited) return null
  return db.maybeOneFirst(
    sql.type(textRow)`select visit_code as text from booking_details where booking_id = ${id}`,
  )
}

const nameRow = z.object({ name: z.string() })

/**
 * For staff: which tests of a booking measure no parameter of the catalogue, so that their report is a PDF.
 * @param lines what was ordered
 * @returns the names of the tests in alphabetical order; of a package, those of its tests, or its own if it lists no tests
 */
async function readPdfOnly(
  db: Pick<CommonQueryMethods, 'any'>,
  lines: readonly Pick<OrderLine, 'packageId'>[],
): Promise<string[]> {
  const ids = lines.map(({ packageId }) => packageId)
  const ordered = sql.fragment`(select * from packages where id = any (${sql.array(ids, 'uuid')})) o`
  const rows = await db.any(sql.type(nameRow)`
    select name from ${ordered} where test_codes = '{}' and parameter_codes = '{}'
     union
    select t.name from ${ordered}
      join packages t on t.code = any (o.test_codes)
        -- one that the admin's form created has no code of its own
        or t.code is null and 'ID-' || upper(left(t.id::text, 8)) = any (o.test_codes)
     where t.parameter_codes = '{}'
     order by name`)
  return rows.map(({ name }) => name)
}

const personRow = z.object({
  name: z.string(),
  dateOfBirth: z.string().nullable(),
  sex: z.enum(genders).nullable(),
  formerIdentities: z.custom<FormerIdentity[]>(),
})

/** For staff: who the patient was when the samples were drawn, and is now; null if that is the same, or nothing is drawn. */
async function readPatientChange(
  db: Pick<CommonQueryMethods, 'maybeOne'>,
  { customerId, familyMemberId }: BookingSummary,
  { samples, timeline }: Pick<BookingDetail, 'samples' | 'timeline'>,
): Promise<BookingDetail['patientChange']> {
  const drawnAt =
    samples?.drawnAt ?? timeline.find(({ status }) => status === 'sample-collection')?.at ?? null
  if (drawnAt === null) return null
  const person = sql.fragment`name, date_of_birth, gender as sex, former_identities`
  const row = await db.maybeOne(
    familyMemberId === null
      ? sql.type(personRow)`select ${person} from users where id = ${customerId}`
      : sql.type(personRow)`select ${person} from family_members where id = ${familyMemberId}`,
  )
  if (!row) return null
  const { formerIdentities, ...now } = row
  const atDraw = identityAt(now, formerIdentities, drawnAt)
  return identityFields.some((field) => atDraw[field] !== now[field]) ? { atDraw, now } : null
}

const noteRow = z.object({ tube: z.number().nullable(), text: z.string(), at: z.date() })

/**
 * Reads the notes that were typed about the samples of a booking, oldest first. A lab sees what its own people wrote, as long as it sees the person.
 * @returns undefined for a customer
 */
async function readCustodyNotes(
  db: CommonQueryMethods,
  { role, labPartnerId }: Caller,
  booking: BookingDetail,
  now: Date,
): Promise<BookingDetail['custodyNotes']> {
  if (role === 'customer') return undefined
  const isClosed = role === 'lab-partner' && whyCollectionClosed(booking, now) !== undefined
  if (!booking.custody || isClosed) return []
  const ofLab = sql.fragment`exists (
    select from ${usersWithLabs} where u.id = n.written_by and coalesce(l.id, u.works_for) = ${labPartnerId})`
  const notes = await db.any(sql.type(noteRow)`
    select n.tube, n.text, n.at from custody_notes n
     where n.booking_id = ${booking.id} and ${role === 'admin' ? sql.fragment`true` : ofLab}
     order by n.id`)
  return notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }))
}
