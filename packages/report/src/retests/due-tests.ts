import { refuseWithoutConsent } from '@jaanch/account/people/relative-consent'
import { onOffer, presentPrice, pricedPackages } from '@jaanch/catalogue/packages/package-rows'
import { type Analyte, analyteOf, loincsOf } from '@jaanch/catalogue/parameters/analytes'
import { type Who, whoIs } from '@jaanch/catalogue/parameters/interval'
import { istDate } from '@jaanch/contracts/calendar'
import type { Caller } from '@jaanch/contracts/caller'
import { AppError } from '@jaanch/contracts/errors'
import { serveCall, serveRead } from '@jaanch/platform/http/served'
import { passBarrier, type Reads } from '@jaanch/platform/reads/read-tables'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { familyMemberOf, readPatient } from '../table.ts'
import { type DueTest, healthReminderCalls } from './api.ts'
import { readMeasurements } from './measurements.ts'
import { type Due, dueOf, tooSoonOf } from './retest.ts'
import type { Measurement } from './retest-table.ts'

type Services = Reads & { db: DatabasePool; logDb: pg.Pool; now: () => Date }

const testRow = z.object({
  id: z.uuid(),
  name: z.string(),
  parameters: z.array(z.object({ name: z.string(), loinc: z.string().nullable() })),
})
type Test = z.output<typeof testRow>
/** SQL: the columns of `testRow`, from `packages` */
const testColumns = sql.fragment`id, name,
  (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'loinc', p.loinc)), '[]')
     from parameters p where p.code = any (parameter_codes)) as parameters`
const settingRow = z.object({ isOn: z.boolean() })

/** When a person is due for which tests again, by earlier results. */
export const listDueTests = serveRead(
  healthReminderCalls.listDueTests,
  async ({ query: { person }, caller, reply }, { barrier, replicas, db, logDb, now }) => {
    const services = { barrier, replicas, db, logDb, now }
    const { measurements, who, today } = await measuredPerson(services, { caller, reply, person })
    const due = dueOf(measurements, who)
    const [tests, setting] = await Promise.all([
      readTests(db, due),
      db.maybeOne(sql.type(settingRow)`
        select opted_in_at is not null as is_on from retest_reminders
         where customer_id = ${caller.userId} and person_id = ${familyMemberOf(person) ?? caller.userId}`),
    ])
    return {
      isOn: setting?.isOn ?? false,
      tests: due
        .flatMap(({ analytes, lastOn, from, reason, sources }): DueTest[] => {
          const test = tests.find((each) => analytes.every((one) => analytesOf(each).includes(one)))
          if (!test) return []
          const tooSoon = tooSoonOf(analytesOf(test), measurements, who, today)
          return [
            {
              ...{ packageId: test.id, name: test.name, lastOn, dueFrom: from, isDue: from <= today },
              ...{ tooSoonUntil: tooSoon?.until ?? null, reason, sources },
            },
          ]
        })
        .toSorted((a, b) => a.dueFrom.localeCompare(b.dueFrom) || a.name.localeCompare(b.name)),
    }
  },
)

/** Which of the chosen tests a person does not need yet. */
export const listRetestHints = serveRead(
  healthReminderCalls.listRetestHints,
  async ({ query: { person, packageIds }, caller, reply }, { barrier, replicas, db, logDb, now }) => {
    const services = { barrier, replicas, db, logDb, now }
    const { measurements, who, today } = await measuredPerson(services, { caller, reply, person })
    const chosen = await db.any(sql.type(testRow)`
      select ${testColumns} from packages
       where id = any(${sql.array(packageIds, 'uuid')}) and ${onOffer} order by name, id`)
    return chosen.flatMap((test) => {
      const tooSoon = tooSoonOf(analytesOf(test), measurements, who, today)
      if (!tooSoon) return []
      const { lastOn, until, sources } = tooSoon
      return [{ packageId: test.id, lastOn, tooSoonUntil: until, sources }]
    })
  },
)

/** @returns the single tests on offer that measure something of it, the cheapest first */
async function readTests(db: CommonQueryMethods, due: readonly Due[]): Promise<readonly Test[]> {
  const loincs = [...new Set(due.flatMap(({ analytes }) => analytes.flatMap(loincsOf)))]
  if (loincs.length === 0) return []
  return db.any(sql.type(testRow)`
    select ${testColumns} from ${pricedPackages}
     where kind = 'test' and ${onOffer}
       and parameter_codes && array(select code from parameters where loinc = any(${sql.array(loincs, 'text')})) order by ${presentPrice}, id`)
}

/** @returns one for each parameter; null: what it measures is not known */
function analytesOf({ parameters }: Test): (Analyte | null)[] {
  return parameters.map(analyteOf)
}

export const changeReminderSettings = serveCall(
  healthReminderCalls.changeReminderSettings,
  async ({ body: { person, isOn }, caller }, { db, now }) => {
    const familyMemberId = familyMemberOf(person)
    await refuseStranger(db, caller, familyMemberId)
    const personId = familyMemberId ?? caller.userId
    if (isOn) {
      await refuseWithoutConsent({ db, now }, caller, familyMemberId)
      await switchOn(db, { customerId: caller.userId, personId, now: now() })
    } else {
      await db.query(sql.unsafe`
        update retest_reminders set opted_in_at = null where customer_id = ${caller.userId} and person_id = ${personId}`)
    }
    return { isOn }
  },
)

type SwitchedOn = { customerId: string; personId: string; now: Date }

/** Earlier reminders stay known: a person for whom they are switched off and on again is not reminded twice. */
async function switchOn(db: DatabasePool, { customerId, personId, now }: SwitchedOn): Promise<void> {
  // an erasure under way is waited for, and leaves no row
  const { rowCount } = await db.query(sql.unsafe`
    with account as (select id from users where id = ${customerId} and erased_at is null for key share)
    insert into retest_reminders as stored (customer_id, person_id, opted_in_at, look_on)
    select id, ${personId}::uuid, ${now.toISOString()}::timestamptz, ${istDate(now)}::date from account
    on conflict (customer_id, person_id) do update
       set opted_in_at = coalesce(stored.opted_in_at, excluded.opted_in_at),
           look_on = case when stored.opted_in_at is null then excluded.look_on else stored.look_on end`)
  if (rowCount === 0) throw new AppError('not-signed-in')
}

/** @throws AppError not-found unless the person is in the caller's family now */
async function refuseStranger(
  db: CommonQueryMethods,
  { userId }: Caller,
  familyMemberId: string | null,
): Promise<void> {
  if (familyMemberId === null) return
  const isOwn = await db.exists(sql.unsafe`
    select 1 from family_members where id = ${familyMemberId} and customer_id = ${userId} and deleted_at is null`)
  if (!isOwn) throw new AppError('not-found')
}

/**
 * The measurements of a person of the caller's family, with the person's sex and age today.
 * @throws AppError not-found; consent-needed for an adult relative who has not agreed
 */
async function measuredPerson(
  { barrier, replicas, db, logDb, now }: Services,
  { caller, reply, person }: { caller: Caller; reply: FastifyReply; person: string },
): Promise<{ measurements: Measurement[]; who: Who; today: string }> {
  const familyMemberId = familyMemberOf(person)
  const { generation } = await passBarrier({ barrier, replicas }, reply)
  await refuseStranger(db, caller, familyMemberId)
  await refuseWithoutConsent({ db, now }, caller, familyMemberId)
  const ofPerson = { customerId: caller.userId, familyMemberId }
  const patient = await readPatient(logDb, ofPerson)
  const measurements = await readMeasurements(logDb, { generation, ...ofPerson })
  const today = istDate(now())
  return { measurements, who: whoIs(patient, today), today }
}
