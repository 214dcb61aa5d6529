/** The details that identify a person in reports: their corrections, and the question whether an edit is one. */

import { isDeepStrictEqual } from 'node:util'
import { actorOf, type Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { dateText } from '@jaanch/contracts/format'
import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import type { Gender } from '@jaanch/contracts/vocabulary'
import type { EventType } from '@jaanch/eventlog/events'
import type pg from 'pg'
import type { AuditEntry } from '../audit/actions.ts'

export type Identity = { name: string; dateOfBirth: string | null; sex: Gender | null }

const fields = { name: 'name', dateOfBirth: 'birth date', sex: 'sex' } as const
type IdentityField = keyof typeof fields
export const identityFields = Object.keys(fields) as IdentityField[]

/** The identity of a person until an instant (ISO 8601), at which it was edited */
export type FormerIdentity = Identity & { until: string }

/** @param former oldest first @param at ISO 8601, UTC @returns what identified the person at that instant */
export function identityAt(present: Identity, former: readonly FormerIdentity[], at: string): Identity {
  const then = former.find(({ until }) => Date.parse(until) > Date.parse(at))
  if (!then) return present
  const { until: _, ...identity } = then
  return identity
}

/** The IST date of the last correction of each field */
export type Corrections = Partial<Record<IdentityField, string>>

/** @returns the fields that get another value; one that was not known before is no other */
export function changedIdentity(before: Identity, after: Identity): IdentityField[] {
  return identityFields.filter((field) => before[field] !== null && before[field] !== after[field])
}

/** @returns such as `name and sex` */
function identityText(changed: readonly IdentityField[]): string {
  const names = changed.map((field) => fields[field])
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ')
}

/** @returns such as `Patient details corrected on 3 Aug 2026 (name, sex)`, the earliest correction first; null without any */
export function correctionText(corrections: Corrections): string | null {
  const dates = [...new Set(Object.values(corrections))].toSorted()
  if (dates.length === 0) return null
  const parts = dates.map((date) => {
    const names = identityFields.filter((field) => corrections[field] === date).map((field) => fields[field])
    return `${dateText(date)} (${names.join(', ')})`
  })
  return `Patient details corrected on ${parts.join(' and ')}`
}

/** @property familyMemberId null: the customer */
type Person = { customerId: string; familyMemberId: string | null }
type Details = { name: string; dateOfBirth: string | null; gender: Gender | null }

function identityOf({ name, dateOfBirth, gender }: Details): Identity {
  return { name, dateOfBirth, sex: gender }
}

/** @property corrected the changed fields, with the day */
type IdentityEdit = {
  is: 'correct-mistake' | 'another-person'
  fields: string
  corrected: Corrections
}

type Given = {
  person: Person
  before: Details
  after: Details
  confirm: readonly QuestionCode[]
  /** IST date */
  today: string
}

/**
 * Results belong to a person: whoever edits what identifies a person with results says whether it is still the same one.
 * @param confirm `correct-mistake`: the same person; `another-person`: whose results stay with the person as it was. Only a family
 * member can be another person
 * @returns null if nothing that identifies a person with results changes
 * @throws AppError confirmation-needed, with the two answers as questions, unless exactly one of them is given
 */
export async function confirmIdentity(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
  { person, before, after, confirm, today }: Given,
): Promise<IdentityEdit | null> {
  const changed = changedIdentity(identityOf(before), identityOf(after))
  if (changed.length === 0 || !(await hasResults(db, person))) return null
  const fields = identityText(changed)
  const questions = questionsAbout(person, fields)
  const [answer, other] = questions.map(({ code }) => code).filter((code) => confirm.includes(code))
  if (answer === undefined || other !== undefined) {
    const text =
      questions.length > 1
        ? `Is this a correction of the ${fields}, or another person?`
        : `Please confirm the correction of the ${fields}.`
    throw new AppError('confirmation-needed', `There are results or samples of this person. ${text}`, {
      details: { questions },
    })
  }
  const corrected = Object.fromEntries(changed.map((field) => [field, today]))
  return { is: answer, fields, corrected }
}

function questionsAbout({ familyMemberId }: Person, fields: string) {
  const same = {
    code: 'correct-mistake',
    parameter: null,
    text: `This is the same person. Later reports mention the correction of the ${fields}.`,
  } as const satisfies Question
  const another = {
    code: 'another-person',
    parameter: null,
    text: 'This is another person, who is added to the family. The results stay with the person as recorded.',
  } as const satisfies Question
  // an account belongs to one person: somebody else is added as a family member
  return familyMemberId === null ? [same] : [same, another]
}

export function identityEntry(
  caller: Caller,
  { customerId, familyMemberId }: Person,
  { is, fields }: IdentityEdit,
): AuditEntry {
  return {
    action: is === 'correct-mistake' ? 'person-corrected' : 'person-separated',
    actor: actorOf(caller),
    userId: customerId,
    object: familyMemberId === null ? `user:${customerId}` : `family-member:${familyMemberId}`,
    details: { fields },
  }
}

/** From then on, the laboratory has samples of the person */
const sampled = ['SampleCollectionStarted', 'TubesDrawn', 'TubesReceived'] as const satisfies EventType[]

/**
 * Whether a report was released, submitted or drafted for a person, or samples were drawn that are not reported yet. The log has the person of
 * each booking in its first event.
 */
async function hasResults(
  db: Pick<pg.Pool | pg.ClientBase, 'query'>,
  { customerId, familyMemberId }: Person,
): Promise<boolean> {
  const { rows } = await db.query<{ has: boolean }>(
    `select exists (
       select from booking_details d
         join log.events e on e.stream_id = 'booking-' || d.booking_id and e.version = 1
          and e.data ->> 'familyMemberId' is not distinct from $2::text
        where d.customer_id = $1
          and (exists (select from health_reports r where r.booking_id = d.booking_id)
            or exists (select from report_submissions s where s.booking_id = d.booking_id)
            or exists (select from report_drafts w where w.booking_id = d.booking_id)
            or exists (select from log.events s where s.stream_id = e.stream_id and s.type = any($3::text[])))) as has`,
    [customerId, familyMemberId, sampled],
  )
  return rows[0]?.has ?? false
}

/** @returns what an edit takes away, to be kept: nothing, or the identity before it. Details that were not known before count too */
export function formerIdentities(before: Details, after: Details, now: Date): FormerIdentity[] {
  const former = identityOf(before)
  return isDeepStrictEqual(former, identityOf(after)) ? [] : [{ ...former, until: now.toISOString() }]
}
