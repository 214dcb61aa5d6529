import { peopleCalls } from '@jaanch/account/people/api'
import { relativeConsent } from '@jaanch/account/people/relative-consent'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { notificationCalls } from '@jaanch/messages/api'
import { createMeasuredParameters, daysAgo, measure } from '@jaanch/tests/support/measurements'
import { type Customer, createCustomer } from '@jaanch/tests/support/people'
import type { Stack } from '@jaanch/tests/support/stack'
import { type Fixtures, stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { healthReminderCalls } from './api.ts'
import { remindOfTests } from './remind-of-tests.ts'

const it = stackTest({ workers: false })
it.beforeAll(async ({ stack, packageId }) => {
  await createMeasuredParameters(stack)
  await stack.database.asOwner(
    `update packages set name = 'HbA1c', kind = 'test', parameter_codes = '{A1C}' where id = $1`,
    [packageId],
  )
})
// the cheapest test of a parameter is suggested, to other files' customers too
it.afterAll(async ({ stack, packageId }) => {
  await stack.database.asOwner("update packages set parameter_codes = '{}' where id = $1", [packageId])
})
// those whom an earlier test, or an earlier file, wanted to be reminded
it.beforeEach(async ({ stack }) => void (await stack.database.asOwner('delete from retest_reminders')))

const { changeReminderSettings, listDueTests } = healthReminderCalls

/** The day on which the workers look first: tomorrow, because the API sets when to look to its own day, which may end meanwhile */
const firstDay = addDays(istDate(new Date()), 1)

const sweep = ({ database }: Stack, on = firstDay) =>
  remindOfTests(database.pool, {
    publicUrl: 'https://jaanch.example',
    now: () => new Date(`${on}T06:30:00Z`),
  })

async function remindersOf({ database }: Stack, { id }: { id: string }) {
  const { rows } = await database.asOwner(
    'select channel, subject, body from outbox where recipient_user_id = $1 and position is null order by created_at',
    [id],
  )
  return rows as { channel: string; subject: string; body: string }[]
}

type Needed = Pick<Fixtures, 'stack' | 'admin' | 'lab' | 'packageId'>

/** A customer of whom an HbA1c of 8 % was measured, and who wants to be reminded */
async function remindedCustomer(
  { stack, admin, lab, packageId }: Needed,
  measuredDaysAgo = 120,
): Promise<Customer> {
  const customer = await createCustomer(stack)
  await measure(stack, { customer, lab, admin, packageId, values: { A1C: 8 }, on: daysAgo(measuredDaysAgo) })
  await switchTo(customer, true)
  // the projector has its report
  const { tests } = await customer.client.call(listDueTests)
  expect(tests).toHaveLength(1)
  return customer
}

const switchTo = ({ client }: Customer, isOn: boolean, person = 'self') =>
  client.call(changeReminderSettings, { body: { person, isOn } })

it('a customer who asked for it is reminded once of what is due, and nobody else is', async ({
  stack,
  admin,
  lab,
  packageId,
}) => {
  const people = { stack, admin, lab, packageId }
  const customer = await remindedCustomer(people)
  const later = await remindedCustomer(people, 10)
  const silent = await remindedCustomer(people)
  await switchTo(silent, false)
  expect(await sweep(stack)).toBe(1)
  expect(await sweep(stack)).toBe(0)
  expect(await sweep(stack, addDays(firstDay, 1))).toBe(0)
  expect(await remindersOf(stack, customer)).toHaveLength(1)
  expect(await remindersOf(stack, later)).toEqual([])
  expect(await remindersOf(stack, silent)).toEqual([])
})

it('what leaves the sign-in names no test, result or person', async ({ stack, admin, lab, packageId }) => {
  const customer = await remindedCustomer({ stack, admin, lab, packageId })
  await sweep(stack)
  const [{ channel, subject, body } = { channel: '', subject: '', body: '' }] = await remindersOf(
    stack,
    customer,
  )
  expect([channel, subject]).toEqual(['email', 'A test may be due'])
  expect(body).toContain('A test of your family may be due. Sign in to see which.')
  expect(body).toContain('https://jaanch.example/health')
  expect(subject + body).not.toMatch(/HbA1c|A1C|glucose|diabetes|Test Person|\d/i)
})

it('on the day from which it is due, also if a worker looked before', async ({
  stack,
  admin,
  lab,
  packageId,
}) => {
  const customer = await remindedCustomer({ stack, admin, lab, packageId }, 10)
  const { tests } = await customer.client.call(listDueTests)
  const { dueFrom } = tests[0] ?? { dueFrom: '' }
  for (let day = firstDay; day < dueFrom; day = addDays(day, 1)) expect(await sweep(stack, day)).toBe(0)
  expect(await sweep(stack, dueFrom)).toBe(1)
})

it('two workers at once remind once', async ({ stack, admin, lab, packageId }) => {
  const customer = await remindedCustomer({ stack, admin, lab, packageId })
  const reminded = await Promise.all([sweep(stack), sweep(stack), sweep(stack)])
  expect(reminded.toSorted()).toEqual([0, 0, 1])
  expect(await remindersOf(stack, customer)).toHaveLength(1)
})

it('a worker that dies before the message is stored leaves it to the next day, and one that dies after it changes nothing', async ({
  stack,
  admin,
  lab,
  packageId,
}) => {
  const { database } = stack
  const customer = await remindedCustomer({ stack, admin, lab, packageId })
  const other = await remindedCustomer({ stack, admin, lab, packageId })
  await database.asOwner(
    `create function refuse_reminder() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create trigger refuse_reminder before insert on outbox for each row
       when (new.recipient_user_id = '${customer.id}') execute function refuse_reminder()`,
  )
  await expect(sweep(stack)).rejects.toThrow('killed')
  await database.asOwner('drop trigger refuse_reminder on outbox; drop function refuse_reminder')
  expect(await remindersOf(stack, other)).toHaveLength(1)
  expect(await sweep(stack)).toBe(0)
  const nextDay = addDays(firstDay, 1)
  expect(await sweep(stack, nextDay)).toBe(1)
  // as if the row that says so had been lost: the message has the same id
  await database.asOwner(
    `update retest_reminders set look_on = '2020-01-01', reminded_at = null, reminded_for = null`,
  )
  expect(await sweep(stack, nextDay)).toBe(0)
  expect(await remindersOf(stack, customer)).toHaveLength(1)
})

it('about a person there is one reminder in 30 days, also if another test becomes due or it is switched off and on', async ({
  stack,
  admin,
  lab,
  packageId,
}) => {
  const customer = await remindedCustomer({ stack, admin, lab, packageId })
  expect(await sweep(stack)).toBe(1)
  // due some days later than the other one
  await measure(stack, { customer, lab, admin, packageId, values: { TSH: 9 }, on: daysAgo(94) })
  await switchTo(customer, false)
  await switchTo(customer, true)
  await customer.client.call(listDueTests)
  const day = (days: number) => addDays(firstDay, days)
  for (const days of [0, 1, 29]) expect(await sweep(stack, day(days))).toBe(0)
  expect(await sweep(stack, day(30))).toBe(1)
  expect(await sweep(stack, day(60))).toBe(0)
  expect(await remindersOf(stack, customer)).toHaveLength(2)
})

it('a reminder goes by SMS if mails are declined, and nowhere if both are or no address is proven', async ({
  stack,
  admin,
  lab,
  packageId,
}) => {
  const { database } = stack
  const people = { stack, admin, lab, packageId }
  const [bySms, declined, unproven] = [
    await remindedCustomer(people),
    await remindedCustomer(people),
    await remindedCustomer(people),
  ]
  const change = (by: Customer, body: { email: boolean; sms?: boolean }) =>
    by.client.call(notificationCalls.changeNotificationPreferences, { body })
  for (const [n, { id }] of [bySms, declined].entries())
    await database.asOwner('update users set phone = $2, phone_proven_at = now() where id = $1', [
      id,
      `+91980007700${n}`,
    ])
  await change(bySms, { email: false })
  await change(declined, { email: false, sms: false })
  await database.asOwner('update users set email_proven_at = null where id = $1', [unproven.id])
  expect(await sweep(stack)).toBe(1)
  const [sms] = await remindersOf(stack, bySms)
  expect(sms).toMatchObject({ channel: 'sms', subject: '' })
  expect(sms?.body.length).toBeLessThanOrEqual(160)
  expect(await remindersOf(stack, declined)).toEqual([])
  expect(await remindersOf(stack, unproven)).toEqual([])
})

/** A father of whom an HbA1c of 9 % was measured, who agreed that the customer sees it, with reminders */
async function remindedFather(people: Needed, customer: Customer): Promise<{ id: string }> {
  const { client } = customer
  const params = await client.call(peopleCalls.addFamilyMember, {
    body: { name: 'Ravi', relationship: 'Father', dateOfBirth: '1960-01-01' },
  })
  const body = { version: relativeConsent.version }
  await client.call(peopleCalls.giveRelativeConsent, { params: { id: params.id }, body })
  const { stack, ...booking } = people
  const measured = { familyMemberId: params.id, values: { A1C: 9 }, on: daysAgo(120) }
  await measure(stack, { ...booking, customer, ...measured })
  await switchTo(customer, true, params.id)
  const { tests } = await client.call(listDueTests, { query: { person: params.id } })
  expect(tests).toHaveLength(1)
  return params
}

it('of each person there is a reminder of its own, but not of an adult who no longer agrees', async ({
  stack,
  admin,
  lab,
  packageId,
}) => {
  const people = { stack, admin, lab, packageId }
  const [customer, other] = [await remindedCustomer(people), await remindedCustomer(people)]
  await remindedFather(people, customer)
  const params = await remindedFather(people, other)
  await other.client.call(peopleCalls.withdrawRelativeConsent, { params })
  expect(await sweep(stack)).toBe(3)
  expect(await remindersOf(stack, customer)).toHaveLength(2)
  expect(await remindersOf(stack, other)).toHaveLength(1)
})

it('the reminders of a family member end when the member is removed', async ({
  stack,
  admin,
  lab,
  packageId,
}) => {
  const people = { stack, admin, lab, packageId }
  const customer = await remindedCustomer(people)
  const params = await remindedFather(people, customer)
  await customer.client.call(peopleCalls.removeFamilyMember, { params })
  expect(await sweep(stack)).toBe(1)
  const { rows } = await stack.database.asOwner(
    `select opted_in_at is not null as "isOn", person_id = customer_id as "isOwn" from retest_reminders
      where customer_id = $1 order by 2`,
    [customer.id],
  )
  expect(rows).toEqual([
    { isOn: false, isOwn: false },
    { isOn: true, isOwn: true },
  ])
})
