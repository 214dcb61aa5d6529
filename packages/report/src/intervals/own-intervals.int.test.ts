import { addDays, istDate } from '@jaanch/contracts/calendar'
import { refusal } from '@jaanch/tests/support/client'
import { createParameters } from '@jaanch/tests/support/parameters'
import { createApprovedLab, type Lab } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { reportLimits } from '../limits.ts'
import { readIntervals } from '../results/table.ts'
import { labIntervalCalls } from './api.ts'

const it = stackTest({ workers: false }).extend('ours', async ({ stack, admin }) =>
  createApprovedLab(stack.url, admin),
)

it.beforeAll(({ stack }) => createParameters(stack.database))
// those of the catalogue apply to the results of all labs
it.afterAll(({ stack }) =>
  stack.database.asOwner("delete from reference_intervals where source in ('Read elsewhere', 'Ours')"),
)

const input = {
  code: 'TSH',
  sex: null,
  ageFrom: 216,
  ageTo: null,
  method: null,
  low: 0.4,
  high: 4,
  validFrom: '2026-01-01',
  source: 'Validated in 2026 with 120 people',
}
type Input = Partial<Omit<typeof input, 'sex' | 'ageTo' | 'method' | 'low' | 'high'>> & {
  sex?: 'male' | 'female' | null
  ageTo?: number | null
  method?: string | null
  low?: number | null
  high?: number | null
  expected?: string
  kind?: 'critical'
}

const add = (lab: Pick<Lab, 'client'>, more: Input = {}, key?: string) =>
  lab.client.ask(labIntervalCalls.addInterval, {
    body: { ...input, ...more },
    ...(key && { idempotencyKey: key }),
  })
const end = (lab: Pick<Lab, 'client'>, id: string, validTo: string) =>
  lab.client.ask(labIntervalCalls.endInterval, { params: { id }, body: { validTo } })
const accept = (lab: Pick<Lab, 'client'>, id: string) =>
  lab.client.ask(labIntervalCalls.acceptInterval, { params: { id } })
const listed = async (lab: Pick<Lab, 'client'>, code: string) =>
  (await lab.client.call(labIntervalCalls.listIntervals)).find((one) => one.code === code)

const today = istDate(new Date())
const inDays = (days: number) => addDays(today, days)

async function offer({ database }: Stack, low = 0.3): Promise<string> {
  const { rows } = await database.asOwner(
    `insert into reference_intervals (code, age_from, age_to, low, high, source, is_active)
     values ('TSH', 960, null, $1, 6, 'Read elsewhere', false) returning id`,
    [low],
  )
  return rows[0].id
}

describe('the intervals of a lab', () => {
  it('are listed by the names of their parameters with those of the catalogue, its own first', async ({
    ours,
    stack,
  }) => {
    const id = await offer(stack)
    await stack.database.asOwner(
      `insert into parameters (code, name, options, normal) values ('AFB', 'AFB smear', '["Negative"]', 'Negative'),
              ('ABS', 'Absolute eosinophils', '["Seen"]', 'Seen')`,
    )
    const names = (await ours.client.call(labIntervalCalls.listIntervals)).map(({ name }) => name)
    const some = ['Absolute eosinophils', 'AFB smear', 'Haemoglobin', 'HBsAg', 'TSH']
    expect(names.filter((name) => some.includes(name))).toEqual(some)
    const own = (await add(ours)).body
    const tsh = await listed(ours, 'TSH')
    expect(tsh).toMatchObject({ name: 'TSH', unit: 'µIU/mL', decimals: 2, male: { low: 0.27, high: 4.2 } })
    expect(tsh?.intervals[0]).toEqual(own)
    expect(tsh?.intervals).toContainEqual(expect.objectContaining({ id, isOwn: false, isActive: false }))
  })

  it('apply to results of this lab alone', async ({ ours, stack, admin }) => {
    const other = await createApprovedLab(stack.url, admin)
    const { id } = (await add(ours)).body
    const pool = stack.database.pool
    expect((await readIntervals(pool, ['TSH'], ours.labPartnerId)).map((one) => one.id)).toContain(id)
    expect((await readIntervals(pool, ['TSH'], other.labPartnerId)).map((one) => one.id)).not.toContain(id)
    expect((await listed(other, 'TSH'))?.intervals.map((one) => one.id)).not.toContain(id)
    expect(await end(other, id, inDays(1))).toMatchObject({ status: 404 })
  })

  it('do not overlap for the same sex and method, also when several are added at once', async ({ ours }) => {
    await add(ours, { ageFrom: 216, ageTo: 720 })
    expect(await add(ours, { ageFrom: 600 })).toMatchObject(refusal('interval-overlaps'))
    expect((await add(ours, { ageFrom: 720 })).status).toBe(201)
    expect((await add(ours, { sex: 'female' })).status).toBe(201)
    const atOnce = [1, 2, 3, 4, 5].map((n) => add(ours, { method: 'CLIA', ageFrom: 216 + n, low: n / 10 }))
    const statuses = (await Promise.all(atOnce)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409])
  })

  it.for<[Input, string]>([
    [{ code: 'NONE' }, 'code: no parameter is called NONE.'],
    [{ low: null, high: null }, 'low: one of the two limits is required.'],
    [{ low: 0.401 }, 'low: TSH has 2 decimals.'],
    [{ low: 5 }, 'high: must be greater than the lower limit.'],
    [{ ageTo: 216 }, 'ageTo: must be greater than the age from which it applies.'],
    [{ expected: 'Reactive' }, 'expected: results of TSH are numbers.'],
    [{ code: 'HBSAG' }, 'low: results of HBSAG are texts; please give the expected one.'],
    [
      { code: 'HBSAG', low: null, high: null, expected: 'Maybe' },
      'expected: must be one of Non-reactive, Reactive.',
    ],
  ])('are checked against the parameter: %j', async ([more, error], { ours }) => {
    const answer = await add(ours, more)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(JSON.stringify(answer.body)).toContain(error.replace(/\.$/, ''))
  })

  it('end, and stay for the results that refer to them', async ({ ours, stack }) => {
    const { id } = (await add(ours)).body
    expect(await end(ours, id, inDays(-2))).toMatchObject(refusal('date-past'))
    expect((await end(ours, id, inDays(30))).body).toMatchObject({ validTo: inDays(30), isActive: true })
    expect((await end(ours, id, inDays(10))).body).toMatchObject({ validTo: inDays(10) })
    expect((await end(ours, id, inDays(10))).status).toBe(200)
    expect(await end(ours, id, inDays(20))).toMatchObject({ status: 409 })
    const { rows } = await stack.database.asOwner(
      "select count(*)::int as n from audit where action = 'interval-ended' and details ->> 'intervalId' = $1",
      [id],
    )
    expect(rows[0].n).toBe(2)
    // from then on another one may apply
    const next = await add(ours, { validFrom: inDays(10) })
    expect(next.status).toBe(201)
    // one that ends before it begins never applies
    expect((await end(ours, next.body.id, inDays(2))).body).toMatchObject({ isActive: false })
    const ids = (await readIntervals(stack.database.pool, ['TSH'], ours.labPartnerId)).map((one) => one.id)
    expect(ids).toEqual([id])
  })

  it('are limited', async ({ ours, stack }) => {
    await stack.database.asOwner(
      `insert into reference_intervals (code, age_from, age_to, method, lab_partner_id, low, source)
       select 'HGB', n, n + 1, 'many', $1, 1, 'many' from generate_series(1, $2::int) n`,
      [ours.labPartnerId, reportLimits.labIntervals.max],
    )
    expect(await add(ours)).toMatchObject({ status: 429 })
  })
})

describe('the critical limits of a lab', () => {
  const critical = { code: 'K', kind: 'critical', ageFrom: 0, low: null, high: 5.8 } as const

  it('are added beside its intervals for the same people, listed with those of the catalogue, and end as intervals do', async ({
    ours,
    stack,
  }) => {
    await add(ours, { code: 'K', ageFrom: 0, low: 3.4, high: 5 })
    const added = await add(ours, critical)
    expect(added).toMatchObject({ status: 201, body: { kind: 'critical', high: 5.8, isOwn: true } })
    const { id } = added.body
    expect(await add(ours, { ...critical, high: 5.9 })).toMatchObject(refusal('interval-overlaps'))
    const potassium = await listed(ours, 'K')
    expect(potassium?.critical).toEqual([{ ageFrom: 0, ageTo: null, low: 2.8, high: 6.2 }])
    expect(potassium?.intervals.map(({ kind }) => kind)).toEqual(['reference', 'critical'])
    expect(await readIntervals(stack.database.pool, ['K'], ours.labPartnerId)).toHaveLength(1)
    expect((await end(ours, id, inDays(3))).body).toMatchObject({ validTo: inDays(3), isActive: true })
    expect((await add(ours, { ...critical, validFrom: inDays(3) })).status).toBe(201)
  })

  it.for<[Input, string]>([
    [
      { low: 2.7 },
      'low: must be 2.8 or higher, because ≤ 2.8 is critical in the catalogue from 0 months of age on.',
    ],
    [
      { low: 6.2, high: null },
      'low: must be lower than 6.2, which is critical in the catalogue from 0 months of age on.',
    ],
    [{ method: 'ISE' }, 'sex: critical limits are for both sexes and any method.'],
    [{ code: 'HBSAG' }, 'code: results of HBSAG are texts, which have no critical limits of a lab.'],
  ])(
    'are refused if they are looser than those of the catalogue or belong to no number: %j',
    async ([more, error], { ours }) => {
      expect(await add(ours, { ...critical, ...more })).toMatchObject(refusal('invalid', error))
    },
  )
})

describe('an inactive row of the catalogue', () => {
  it("becomes the lab's own, once", async ({ ours, stack }) => {
    const id = await offer(stack)
    const answers = await Promise.all([accept(ours, id), accept(ours, id), accept(ours, id)])
    const [first] = answers
    expect(first?.body).toMatchObject({ isOwn: true, isActive: true, acceptedFrom: id, low: 0.3, high: 6 })
    expect(first?.body).toMatchObject({ source: 'Read elsewhere', ageFrom: 960 })
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await listed(ours, 'TSH'))?.intervals.find((one) => one.id === id)).toMatchObject({
      isActive: false,
    })
  })

  it('is refused where the lab has an interval already, and if it is active or own', async ({
    ours,
    stack,
  }) => {
    const id = await offer(stack)
    const own = (await add(ours)).body
    expect(await accept(ours, id)).toMatchObject(refusal('interval-overlaps'))
    expect(await accept(ours, own.id)).toMatchObject({ status: 404 })
    const { rows } = await stack.database.asOwner(
      "insert into reference_intervals (code, low, source) values ('HGB', 3, 'Ours') returning id",
    )
    expect(await accept(ours, rows[0].id)).toMatchObject({ status: 409 })
  })
})
