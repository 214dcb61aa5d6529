import type { BookingSummary } from '@jaanch/contracts/booking'
import type { BookingDetail } from '@jaanch/contracts/http/booking-view'
import { genders } from '@jaanch/contracts/vocabulary'
import { samplesOf } from '@jaanch/domain/custody/samples'
import { type FormerIdentity, identityAt, identityFields } from '@jaanch/domain/report/identity'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'

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
