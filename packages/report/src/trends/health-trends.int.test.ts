import { randomUUID } from 'node:crypto'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { addFamilyMember, giveConsent } from '@jaanch/tests/support/family'
import { createParameters } from '@jaanch/tests/support/parameters'
import { type Customer, createCustomer, createPackage } from '@jaanch/tests/support/people'
import { createBookingInStatus, reportInput } from '@jaanch/tests/support/reports'
import { withStoppedClock } from '@jaanch/tests/support/stack'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { describe, expect, vi } from 'vitest'
import { healthReportCalls } from '../api.ts'
import { type HealthTrends, healthTrendCalls } from './api.ts'

const { listTrendPeople, listHealthTrends, getHealthTrend } = healthTrendCalls
const { releaseHealthReport, listHealthReports } = healthReportCalls

const today = istDate(new Date())

const it = stackTest()
  .extend('testId', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name: 'Blood and thyroid' }),
  )
  .extend('child', { scope: 'file' }, ({ customer }) => {
    const dateOfBirth = yearsAgo(12, 30)
    return addFamilyMember(customer, {
      ...{ name: 'Mira Rao', relationship: 'Daughter', gender: 'female', dateOfBirth },
    })
  })

/** @param days after the birthday, so that it lies in the past */
function yearsAgo(years: number, days: number): string {
  return addDays(`${Number(today.slice(0, 4)) - years}${today.slice(4).replace('02-29', '02-28')}`, -days)
}
const daysAgo = (days: number) => addDays(today, -days)

type Given = Pick<Fixtures, 'stack' | 'admin' | 'lab'> & { customer: Customer; testId: string }
type Value = { code: string; value: number | string; method?: string }
type Release = { values?: Value[]; on: string; familyMemberId?: string; by?: Fixtures['lab'] }

/** Releases a report of a new booking, as if its sample had been collected on this day. @returns the ids */
async function release(
  { stack, admin, lab, customer, testId }: Given,
  { values, on, familyMemberId, by = lab }: Release,
): Promise<{ bookingId: string; reportId: string }> {
  const given = { customer, lab: by, admin, packageId: testId }
  const change = familyMemberId ? { familyMemberId } : {}
  const bookingId = await createBookingInStatus('lab-processing', { ...given, change })
  return { bookingId, reportId: await submit({ stack, customer }, by, bookingId, { values, on }) }
}

async function submit(
  { stack, customer }: Pick<Given, 'stack' | 'customer'>,
  by: Fixtures['lab'],
  bookingId: string,
  { values, on }: { values?: Value[] | undefined; on: string },
): Promise<string> {
  const { id } = await by.client.call(releaseHealthReport, {
    params: { id: bookingId },
    body: values ? { values, confirm: ['value-differs', 'delta'] } : reportInput(),
  })
  const isListed = async () =>
    (await customer.client.call(listHealthReports)).some((report) => report.id === id)
  await vi.waitUntil(isListed, { timeout: 60_000, interval: 20 })
  await stack.database.asOwner('update report_submissions set collected_at = $2 where report_id = $1', [
    id,
    `${on}T04:00:00Z`,
  ])
  return id
}

const rowsOf = ({ groups }: HealthTrends) => groups.flatMap(({ rows }) => rows)
const rowOf = (trends: HealthTrends, code: string) =>
  rowsOf(trends).find(({ latest }) => latest.code === code)

let amended: { bookingId: string; reportId: string }

it.beforeAll(async ({ stack, admin, lab, otherLab, customer, otherCustomer, testId, child }) => {
  await createParameters(stack.database)
  // the tests of other files, which measure HGB, measure neither of these: so that the group of HGB is a test of this file
  await stack.database.asOwner(`
    insert into parameters (code, name, ucum, unit, decimals, male_low, male_high, female_low, female_high, options, normal)
    select code || '-H', name, ucum, unit, decimals, male_low, male_high, female_low, female_high, options, normal
      from parameters where code in ('TSH', 'HBSAG')`)
  await stack.database.asOwner(
    `update packages set kind = 'package', parameter_codes = '{HGB,TSH-H,HBSAG-H}' where id = $1`,
    [testId],
  )
  await stack.database.asOwner(
    `insert into packages (id, name, category, price, original_price, kind, parameter_codes)
     values ($1, 'Haemogram', 'Blood', 100, 100, 'test', '{TSH-H,HGB}')`,
    [randomUUID()],
  )
  await stack.database.asOwner(`
    insert into reference_intervals (code, sex, age_from, age_to, low, high, source) values
      ('HGB', null, 0, 144, 11.5, 15.5, 'trends'), ('HGB', null, 144, 216, 12, 16, 'trends'),
      ('HGB', 'male', 216, null, 13, 17, 'trends'), ('HGB', 'female', 216, null, 12, 15, 'trends')`)
  const given = { stack, admin, lab, customer, testId }
  await release(given, {
    on: daysAgo(800),
    values: [
      { code: 'HGB', value: 14.0, method: 'Photometry' },
      { code: 'TSH-H', value: '<0.01' },
      { code: 'HBSAG-H', value: 'Non-reactive' },
    ],
  })
  amended = await release(given, {
    on: daysAgo(400),
    by: otherLab,
    values: [
      { code: 'HGB', value: 17.5 },
      { code: 'HBSAG-H', value: 'reactive' },
    ],
  })
  amended.reportId = await submit(given, otherLab, amended.bookingId, {
    on: daysAgo(400),
    values: [
      { code: 'HGB', value: 11.2, method: 'photometry' },
      { code: 'HBSAG-H', value: 'reactive' },
    ],
  })
  await release(given, { on: daysAgo(300) })
  await release(given, { on: daysAgo(200), familyMemberId: child.id, values: [{ code: 'HGB', value: 11.8 }] })
  await release(
    { ...given, customer: otherCustomer },
    { on: daysAgo(100), values: [{ code: 'HGB', value: 16 }] },
  )
})
// they apply to the results of all labs
it.afterAll(({ stack }) => stack.database.asOwner("delete from reference_intervals where source = 'trends'"))

describe('the people', () => {
  it('are those of the family who have reports, the caller first', async ({ stack, customer, child }) => {
    expect(await customer.client.call(listTrendPeople)).toEqual([
      { id: 'self', name: 'Test Person', relationship: null, age: null, reports: 3, needsConsent: false },
      {
        id: child.id,
        name: 'Mira Rao',
        relationship: 'Daughter',
        age: 12,
        reports: 1,
        needsConsent: false,
      },
    ])
    const nobody = await createCustomer(stack)
    expect(await nobody.client.call(listTrendPeople)).toEqual([])
  })
})

describe('the list', () => {
  it('has each parameter once, in the order of the test that measures it, of the latest version only, and says what changed', async ({
    customer,
  }) => {
    const trends = await customer.client.call(listHealthTrends)
    expect(trends).toMatchObject({ person: 'self', pdfOnly: 1 })
    expect(trends.groups.map(({ title, rows }) => [title, rows.map(({ latest }) => latest.code)])).toEqual([
      ['Haemogram', ['TSH-H', 'HGB']],
      ['Other', ['HBSAG-H']],
    ])
    expect(rowOf(trends, 'HGB')).toMatchObject({
      latest: { text: '11.2', unit: 'g/dL', flag: 'low' },
      at: `${daysAgo(400)}T04:00:00.000Z`,
      labName: 'City Lab',
      reportId: amended.reportId,
      count: 2,
      points: [
        { from: 14, to: 14, isForeign: false },
        { from: 11.2, to: 11.2, isForeign: false },
      ],
      ...{ isNotable: true, change: { before: { text: '14.0' }, direction: 'down', isOtherLab: true } },
    })
    expect(rowOf(trends, 'HBSAG-H')).toMatchObject({
      ...{ isNotable: true, latest: { text: 'Reactive' }, change: { direction: null, hasCrossed: true } },
    })
    expect(rowOf(trends, 'TSH-H')).toMatchObject({ latest: { text: '<0.01', flag: 'low' }, change: null })
  })

  it('is of one person, and of nobody else', async ({ customer, otherCustomer, child }) => {
    const ofChild = await customer.client.call(listHealthTrends, { query: { person: child.id } })
    expect(rowsOf(ofChild).map(({ latest }) => latest.text)).toEqual(['11.8'])
    const ofOther = await otherCustomer.client.call(listHealthTrends)
    expect(rowsOf(ofOther).map(({ latest }) => latest.text)).toEqual(['16.0'])
    for (const route of [listHealthTrends, getHealthTrend]) {
      const asked = { params: { id: 'HGB' }, query: { person: child.id } }
      expect(await otherCustomer.client.ask(route, asked)).toMatchObject(refusal('not-found'))
    }
    const unknown = { query: { person: 'somebody' } }
    expect(await customer.client.ask(listHealthTrends, unknown)).toMatchObject({ status: 400 })
  })
})

describe('an adult relative', () => {
  it('is listed, and has to agree before results are shown', async ({ stack, admin, lab, testId }) => {
    const customer = await createCustomer(stack)
    const mother = await addFamilyMember(customer)
    const given = { stack, admin, lab, customer, testId }
    await release(given, {
      on: daysAgo(9),
      familyMemberId: mother.id,
      values: [{ code: 'HGB', value: 12.8 }],
    })
    const people = () => customer.client.call(listTrendPeople)
    expect(await people()).toMatchObject([{ id: mother.id, age: null, reports: 1, needsConsent: true }])
    const query = { person: mother.id }
    const asked = { params: { id: 'HGB' }, query }
    for (const route of [listHealthTrends, getHealthTrend])
      expect(await customer.client.ask(route, asked)).toMatchObject({
        status: 403,
        body: { code: 'consent-needed' },
      })
    await giveConsent(customer, mother.id)
    expect(await people()).toMatchObject([{ needsConsent: false }])
    expect(rowsOf(await customer.client.call(listHealthTrends, { query }))).toMatchObject([
      { latest: { text: '12.8' } },
    ])
    expect(await customer.client.call(getHealthTrend, asked)).toMatchObject({
      person: { name: 'Kamala Joshi' },
    })
  })
})

describe('one parameter', () => {
  it('has all results with lab, method and report, the oldest first, and the interval of each age behind them', async ({
    stack,
    customer,
    child,
  }) => {
    const own = await customer.client.call(getHealthTrend, { params: { id: 'HGB' } })
    expect(own).toMatchObject({
      ...{ code: 'HGB', unit: 'g/dL', person: { id: 'self', name: 'Test Person' } },
      points: [
        { result: { text: '14.0', method: 'Photometry' }, labName: 'City Lab', reportVersion: 1 },
        { result: { text: '11.2', method: 'photometry' }, reportId: amended.reportId, reportVersion: 2 },
      ],
      change: { direction: 'down', isReal: true },
    })
    expect(own.variation?.percent).toBeCloseTo(8.677, 2)
    const now = new Date()
    const client = createClient(await withStoppedClock(stack, now), customer.token)
    const query = { person: child.id }
    const trend = await client.call(getHealthTrend, { params: { id: 'HGB' }, query })
    // the result was released today, at twelve; its interval was stored with it
    expect(trend.points[0]?.result.bounds).toMatchObject({ low: 12, high: 16 })
    expect(trend.band.at(-1)).toMatchObject({ low: 12, high: 16, to: addDays(istDate(now), 1) })
    const neverMeasured = await client.ask(getHealthTrend, { params: { id: 'TSH-H' }, query })
    expect(neverMeasured).toMatchObject(refusal('not-found'))
  })
})
