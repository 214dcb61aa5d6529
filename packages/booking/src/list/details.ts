import { type FormerIdentity, identityAt, identityFields } from '@jaanch/account/people/identity'
import { usersWithLabs } from '@jaanch/account/users/user-rows'
import { samplesOf } from '@jaanch/collection/custody/samples'
import type { Caller } from '@jaanch/contracts/caller'
import { genders } from '@jaanch/contracts/vocabulary'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { BookingSummary, OrderLine } from '../booking.ts'
import type { BookingDetail } from '../booking-view.ts'
import { whyCollectionClosed } from '../collection-window.ts'

const nameRow = z.object({ name: z.string() })

/**
 * For staff: which tests of a booking measure no parameter of the catalogue, so that their report is a PDF.
 * @param lines what was ordered
 * @returns the names of the tests in alphabetical order; of a package, those of its tests, or its own if it lists no tests
 */
export async function readPdfOnly(
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
export async function readPatientChange(
  db: Pick<CommonQueryMethods, 'maybeOne'>,
  { customerId, familyMemberId, custody, timeline }: BookingSummary,
): Promise<BookingDetail['patientChange']> {
  const drawnAt =
    (custody && samplesOf(custody)?.drawnAt) ??
    timeline.find(({ status }) => status === 'sample-collection')?.at ??
    null
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
 * What was typed about the samples of a booking, oldest first. A lab sees what its own people wrote, as long as it sees the person.
 * @returns undefined for a customer
 */
export async function readCustodyNotes(
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
