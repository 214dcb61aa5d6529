import { type CallName, calls } from '@jaanch/api/calls'
import type { Route } from '@jaanch/contracts/http/route'
import { labStaffRoles } from '@jaanch/contracts/staff-roles'
import { afterAll, describe, expect } from 'vitest'
import { z } from 'zod'
import { createAdmin, createLabPerson, type Person } from '../../support/people.ts'
import { stackTest } from '../../support/test.ts'
import { openWire, sendUntilCurrent, type Wire } from '../../support/wire.ts'
import { isPublic, mayLabPerson, mayRole, routeNames } from './access.ts'
import { createPrescription, createReport, createReview } from './create-resources.ts'
import { createFixture, type MatrixFixture, type Side } from './fixture.ts'
import { requestOf, type Sample } from './sample.ts'
import { samplesOf } from './samples.ts'
import { shownPeople } from './shown-people.ts'
import { unrecorded } from './unrecorded.ts'

const it = stackTest({ workers: false })

let wire: Wire
let fixture: MatrixFixture

it.beforeAll(async ({ stack }) => {
  wire = openWire(stack.url)
  fixture = await createFixture(stack)
  const [side] = fixture.sides
  await createReport(fixture, side)
  await createPrescription(fixture, side)
  await createReview(fixture, side)
})
afterAll(() => wire.close())

/** Fields about a person have one of these names; `audience` is that of a message, whose text is about one */
const personal = new Set([
  ...['person', 'patient', 'patientName', 'customerName', 'familyMember', 'contactNumber'],
  ...['phone', 'email', 'dateOfBirth', 'addressLine1', 'specialInstructions', 'doctorComments', 'audience'],
])
/** Answers with these fields are about a lab */
const ofLab = new Set(['lab', 'collector'])

/** Whether a JSON value, or the JSON schema of one, has a field of this kind that is not empty. */
function isOfPerson(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isOfPerson)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, field]) =>
      !ofLab.has(name) && ((personal.has(name) && field !== null && field !== '') || isOfPerson(field)),
  )
}

function carriesPerson({ response }: Route): boolean {
  return response === 'file' || isOfPerson(z.toJSONSchema(response, { unrepresentable: 'any' }))
}

/** The changes of labs are answered without the person; all other calls have to show one, or nothing is proven */
const mayBeEmpty = ({ method }: Route, reader: Reader) => method !== 'GET' && reader === 'lab-partner'

type Reader = 'admin' | 'lab-partner'

const readers = ['lab-partner', 'admin'] as const

/** Each call whose answer shows a person to a role that is not that person, with its sample */
const reads = routeNames.flatMap((name) => {
  const route: Route = calls[name]
  if (isPublic(name) || !carriesPerson(route)) return []
  return readers.flatMap((reader) => {
    const isSent = ({ status, by }: Sample) => !status && (!by || by === reader)
    const sample = samplesOf(name).find(isSent)
    return sample && mayRole(name, reader) ? [{ name, route, reader, sample }] : []
  })
})

/** Somebody who has read nothing today: a look is recorded once a day. @returns the owner of the lab if nobody else of it may call */
async function createReader(name: CallName, reader: Reader, { lab }: Side): Promise<Person> {
  if (reader === 'admin') return createAdmin(fixture)
  const role = labStaffRoles.find((each) => each !== 'collector' && mayLabPerson(name, each))
  return role ? createLabPerson(fixture, lab, role) : lab
}

/** How many entries of the audit trail, and events, are by a person */
async function countOf({ id }: Person): Promise<number> {
  const { rows } = await fixture.database.asOwner(
    `select (select count(*)::int from audit where actor like '%' || $1)
          + (select count(*)::int from log.events where actor::text like '%' || $1 || '%') as n`,
    [id],
  )
  return rows[0].n
}

describe('an answer that carries a person', () => {
  it.for(reads)('($name) has its entry before $reader gets it', async ({ name, route, reader, sample }) => {
    const [side] = fixture.sides
    const by = await createReader(name, reader, side)
    const parts = await (shownPeople[name] ?? sample.build)(fixture, side)
    const before = await countOf(by)
    const { status, text } = await sendUntilCurrent(wire, requestOf(route, parts, { token: by.token, side }))
    expect(status, text).toBe(route.status ?? 200)
    const isShown = route.response === 'file' || isOfPerson(JSON.parse(text))
    const isUnrecorded = unrecorded[name]?.[reader] !== undefined
    if (!isShown && mayBeEmpty(route, reader)) return
    const isRecorded = (await countOf(by)) > before
    expect({ isShown, isRecorded }).toEqual({ isShown: true, isRecorded: !isUnrecorded })
  })
})
