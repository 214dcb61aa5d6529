import { randomUUID } from 'node:crypto'
import { addDays } from '@jaanch/contracts/calendar'
import { refusal } from '@jaanch/tests/support/client'
import { addFamilyMember, giveConsent } from '@jaanch/tests/support/family'
import { daysAgo, measure } from '@jaanch/tests/support/measurements'
import { createParameters } from '@jaanch/tests/support/parameters'
import { createCustomer, createPackage } from '@jaanch/tests/support/people'
import { releaseReport } from '@jaanch/tests/support/reports'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { reportPageCalls } from '../page/api.ts'
import { healthTrendCalls } from '../trends/api.ts'
import { healthReminderCalls } from './api.ts'

const { listDueTests, listRetestHints, changeReminderSettings } = healthReminderCalls

const it = stackTest({ workers: false })
  .extend('hba1c', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name: 'HbA1c', price: 39_900 }),
  )
  .extend('panel', { scope: 'file' }, ({ stack }) =>
    createPackage(stack.database, { name: 'Diabetes Care', price: 9_900 }),
  )
it.beforeAll(async ({ stack, hba1c, panel }) => {
  await createParameters(stack.database)
  const dearer = await createPackage(stack.database, { name: 'HbA1c at dawn', price: 99_900 })
  const set = (kind: string, codes: string, ids: string[]) =>
    stack.database.asOwner('update packages set kind = $1, parameter_codes = $2 where id = any($3)', [
      kind,
      codes,
      ids,
    ])
  await set('test', '{A1C,EAG}', [hba1c, dearer])
  await set('package', '{A1C,EAG,TSH}', [panel])
})

// the cheapest test of the catalogue is suggested: other files have their own
it.afterAll(({ stack }) =>
  stack.database.asOwner("update packages set is_active = false where parameter_codes && '{A1C,OWN-GHB}'"),
)

describe('what is due', () => {
  it('is the cheapest test that measures it, with its days and why, from the latest report; while booking, a hint is given for each test that would tell nothing new', async ({
    stack,
    admin,
    lab,
    hba1c,
    panel,
  }) => {
    const customer = await createCustomer(stack)
    const of = { customer, lab, admin, packageId: hba1c }
    const [earliest, earlier, latest] = [daysAgo(500), daysAgo(100), daysAgo(10)]
    await measure(stack, { ...of, values: { A1C: 6.6, EAG: 143 }, on: earliest })
    await measure(stack, { ...of, values: { A1C: 7.5, EAG: 169 }, on: earlier })
    const { isOn, tests } = await customer.client.call(listDueTests)
    expect(isOn).toBe(false)
    expect(tests).toEqual([
      {
        ...{ packageId: hba1c, name: 'HbA1c', lastOn: earlier, isDue: true, tooSoonUntil: null },
        dueFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        reason: 'The last HbA1c was 7 % (53 mmol/mol) or more: usually measured every 3 months.',
        sources: expect.arrayContaining([
          { title: expect.stringContaining('BMJ'), url: expect.stringMatching(/^https:/) },
        ]),
      },
    ])
    await measure(stack, { ...of, values: { A1C: 6.8, EAG: 148 }, on: latest })
    const [now] = (await customer.client.call(listDueTests)).tests
    expect(now).toMatchObject({ lastOn: latest, isDue: false, tooSoonUntil: addDays(latest, 40) })

    const query = { packageIds: [hba1c, panel, randomUUID()].join(',') }
    const hints = () => customer.client.call(listRetestHints, { query })
    const hint = { packageId: hba1c, lastOn: latest, tooSoonUntil: addDays(latest, 40) }
    expect(await hints(), 'the panel measures more').toEqual([{ ...hint, sources: expect.any(Array) }])
    const thyroidOn = daysAgo(13)
    await measure(stack, { ...of, values: { TSH: 2 }, on: thyroidOn })
    const both = await hints()
    expect(both.map(({ packageId, tooSoonUntil }) => [packageId, tooSoonUntil])).toEqual([
      [panel, addDays(thyroidOn, 28)],
      [hba1c, hint.tooSoonUntil],
    ])
  })

  it('is nothing without values, and each person of the family has their own', async ({
    stack,
    admin,
    lab,
    hba1c,
    bookingInStatus,
    customer,
  }) => {
    await releaseReport(lab, await bookingInStatus('lab-processing', hba1c))
    const father = await addFamilyMember(customer, { dateOfBirth: '1960-01-01' })
    const child = await addFamilyMember(customer, { dateOfBirth: `${new Date().getFullYear() - 8}-01-01` })
    const of = { customer, lab, admin, packageId: hba1c, values: { A1C: 5.2 } }
    const lastOn = daysAgo(30)
    await measure(stack, { ...of, familyMemberId: father.id, on: lastOn })
    await measure(stack, { ...of, familyMemberId: child.id, on: daysAgo(1_500) })
    const ofFather = { query: { person: father.id } }
    const switchOn = { body: { person: father.id, isOn: true } }
    expect(await customer.client.ask(listDueTests, ofFather)).toMatchObject(refusal('consent-needed'))
    expect(
      await customer.client.ask(listRetestHints, { query: { ...ofFather.query, packageIds: hba1c } }),
    ).toMatchObject(refusal('consent-needed'))
    expect(await customer.client.ask(changeReminderSettings, switchOn)).toMatchObject(
      refusal('consent-needed'),
    )
    await giveConsent(customer, father.id)
    const due = async (person: string) =>
      (await customer.client.call(listDueTests, { query: { person } })).tests.map(({ lastOn }) => lastOn)
    expect(await due('self')).toEqual([])
    expect(await due(father.id)).toEqual([lastOn])
    // the sources are about adults
    expect(await due(child.id)).toEqual([])
  })
})

describe('the reminders', () => {
  it('are off until somebody switches them on, for each person, and can be switched as often as one likes', async ({
    stack,
  }) => {
    const customer = await createCustomer(stack)
    const { id: person } = await addFamilyMember(customer, { relationship: 'Daughter' })
    const isOn = async (of: string) =>
      (await customer.client.call(listDueTests, { query: { person: of } })).isOn
    const change = (body: { person: string; isOn: boolean }) =>
      customer.client.call(changeReminderSettings, { body })
    expect(await change({ person, isOn: false })).toEqual({ isOn: false })
    await Promise.all([change({ person, isOn: true }), change({ person, isOn: true })])
    expect([await isOn(person), await isOn('self')]).toEqual([true, false])
    await change({ person: 'self', isOn: true })
    await change({ person, isOn: false })
    expect([await isOn(person), await isOn('self')]).toEqual([false, true])
  })
})

it("a parameter with a lab's own code is explained, has its usual variation and is due again by its LOINC code", async ({
  stack,
  admin,
  lab,
}) => {
  const customer = await createCustomer(stack)
  await stack.database.asOwner(`
    insert into parameters (code, name, loinc, ucum, unit, decimals, male_low, male_high, female_low, female_high) values
      ('OWN-SCR', 'Creatinine, serum', '14682-9', 'umol/L', 'µmol/L', 0, 60, 110, 45, 90),
      ('OWN-GHB', 'Glycated haemoglobin', '59261-8', 'mmol/mol', 'mmol/mol', 0, 20, 42, 20, 42)`)
  const packageId = await createPackage(stack.database, { name: 'Glycated haemoglobin', price: 99_900 })
  await stack.database.asOwner(
    "update packages set kind = 'test', parameter_codes = '{OWN-GHB}' where id = $1",
    [packageId],
  )
  const measured = { customer, lab, admin, packageId }
  const lastOn = daysAgo(10)
  await measure(stack, { ...measured, values: { 'OWN-SCR': 80, 'OWN-GHB': 53 }, on: daysAgo(100) })
  const id = await measure(stack, { ...measured, values: { 'OWN-SCR': 88, 'OWN-GHB': 58 }, on: lastOn })

  const page = await customer.client.call(reportPageCalls.getHealthReport, { params: { id } })
  expect(page.explanations).toEqual({
    'OWN-SCR': expect.stringMatching(/^Creatinine is a waste product/),
    'OWN-GHB': expect.any(String),
  })
  const trend = await customer.client.call(healthTrendCalls.getHealthTrend, {
    params: { id: 'OWN-SCR' },
    query: { person: 'self' },
  })
  expect(trend.variation).toMatchObject({ withinPerson: 5.2 })
  const hints = await customer.client.call(listRetestHints, { query: { packageIds: packageId } })
  expect(hints).toMatchObject([{ packageId, lastOn }])
  expect((await customer.client.call(listDueTests)).tests).toMatchObject([
    { lastOn, reason: 'The last HbA1c was 7 % (53 mmol/mol) or more: usually measured every 3 months.' },
  ])
})
