import { istDate } from '@jaanch/contracts/calendar'
import { AppError } from '@jaanch/contracts/errors'
import { type Who, whoIs } from '@jaanch/domain/report/interval'
import type { Measurement } from '@jaanch/domain/report/retest-results'
import { readMeasurements } from '@jaanch/storage/measurements'
import { readPatient } from '@jaanch/storage/reports'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { type DatabasePool, sql } from 'slonik'
import type { Caller } from '../../../auth/caller.ts'
import { passBarrier, type Reads } from '../../../reads/read-tables.ts'
import { refuseWithoutConsent } from '../consent.ts'

export type PersonParts = Reads & { db: DatabasePool; logDb: pg.Pool; now: () => Date }

/** @param person `self`, or the id of a member of the caller's family @returns null: the caller */
export function familyMemberOf(person: string): string | null {
  return person === 'self' ? null : person
}

/** @throws AppError not-found unless the person is in the caller's family now */
export async function refuseStranger(
  { db }: Pick<PersonParts, 'db'>,
  { userId }: Caller,
  familyMemberId: string | null,
): Promise<void> {
  if (familyMemberId === null) return
  const isOwn = await db.exists(sql.unsafe`
    select 1 from family_members where id = ${familyMemberId} and customer_id = ${userId} and deleted_at is null`)
  if (!isOwn) throw new AppError('not-found')
}

/**
 * What was measured in a person of the caller's family, and who that is today.
 * @throws AppError not-found; consent-needed for an adult relative who has not agreed
 */
export async function measuredPerson(
  parts: PersonParts,
  { caller, reply, person }: { caller: Caller; reply: FastifyReply; person: string },
): Promise<{ measurements: Measurement[]; who: Who; today: string }> {
  const familyMemberId = familyMemberOf(person)
  const { generation } = await passBarrier(parts, reply)
  await refuseStranger(parts, caller, familyMemberId)
  await refuseWithoutConsent(parts, caller, familyMemberId)
  const ofPerson = { customerId: caller.userId, familyMemberId }
  const patient = await readPatient(parts.logDb, ofPerson)
  const measurements = await readMeasurements(parts.logDb, { generation, ...ofPerson })
  const today = istDate(parts.now())
  return { measurements, who: whoIs(patient, today), today }
}
