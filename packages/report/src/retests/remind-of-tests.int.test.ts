import { peopleCalls } from '@jaanch/account/people/api'
import { addDays, istDate } from '@jaanch/contracts/calendar'
import { notificationCalls } from '@jaanch/messages/api'
import { addFamilyMember, giveConsent } from '@jaanch/tests/support/family'
import { createMeasuredParameters, daysAgo, measure } from '@jaanch/tests/support/measurements'
import { type Customer, createCustomer } from '@jaanch/tests/support/people'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { healthReminderCalls } from './api.ts'
import { remindOfTests } from './remind-of-tests.ts'

const { changeReminderSettings, listDueTests } = healthReminderCalls

/** The day on which the workers look first: tomorrow, because the API sets when to look to its own day, which may end meanwhile */
const firstDay = addDays(istDate(new Date()), 1)

const switchTo = ({ client }: Customer, isOn: boolean, person = 'self') =>
  client.call(changeReminderSettings, { body: { person, isOn } })

const it = stackTest({ workers: false }).extend(
  'reminders',
  { scope: 'file' },
  ({ stack, admin, lab, packageId }) => {
    const { database } = stack
    const measured = (
      customer: Customer,
      values: Record<string, number>,
      days: number,
      familyMemberId: string | null = null,
    ) => measure(stack, { customer, lab, admin, packageId, familyMemberId, values, on: daysAgo(days) })

    /** Switches the reminders of a person on, once the projector has the person's report */
    async function switchOn(customer: Customer, person = 'self'): Promise<void> {
      await switchTo(customer, true, person)
      const { tests } = await customer.client.call(listDueTests, { query: { person } })
      expect(tests).toHaveLength(1)
    }
    return {
      measured,
      sweep: (on = firstDay) =>
        remindOfTests(database.pool, {
          publicUrl: 'https://jaanch.example',
          now: () => new Date(`${on}T06:30:00Z`),
        }),
      /** @returns the reminders of a customer, the first one first */
      async of({ id }: { id: string }) {
        const { rows } = await database.asOwner(
          'select channel, subject, body from outbox where recipient_user_id = $1 and position is null order by created_at',
          [id],
        )
        return rows as { channel: string; subject: string; body: string }[]
      },
      /** A customer of whom an HbA1c of 8 % was measured, and who wants to be reminded */
      async customer(measuredDaysAgo = 120): Promise<Customer> {
        const customer = await createCustomer(stack)
        await measured(customer, { A1C: 8 }, measuredDaysAgo)
        await switchOn(customer)
        return customer
      },
      /** A father of whom an HbA1c of 9 % was measured, who agreed that the customer sees it, with reminders */
      async father(customer: Customer): Promise<{ id: string }> {
        const { id } = await addFamilyMember(customer, { relationship: 'Father', dateOfBirth: '1960-01-01' })
        await giveConsent(customer, id)
        await measured(customer, { A1C: 9 }, 120, id)
        await switchOn(customer, id)
        return { id }
      },
    }
  },
)
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

it('a customer who asked for it is reminded once of what is due, and nobody else is', async ({
  reminders,
}) => {
  const customer = await reminders.customer()
  const later = await reminders.customer(10)
  const silent = await reminders.customer()
  await switchTo(silent, false)
  expect(await reminders.sweep()).toBe(1)
  expect(await reminders.sweep()).toBe(0)
  expect(await reminders.sweep(addDays(firstDay, 1))).toBe(0)
  expect(await reminders.of(customer)).toHaveLength(1)
  expect(await reminders.of(later)).toEqual([])
  expect(await reminders.of(silent)).toEqual([])
})

it('what leaves the sign-in names no test, result or person', async ({ reminders }) => {
  const customer = await reminders.customer()
  await reminders.sweep()
  const [{ channel, subject, body } = { channel: '', subject: '', body: '' }] = await reminders.of(customer)
  expect([channel, subject]).toEqual(['email', 'A test may be due'])
  expect(body).toContain('A test of your family may be due. Sign in to see which.')
  expect(body).toContain('https://jaanch.example/health')
  expect(subject + body).not.toMatch(/HbA1c|A1C|glucose|diabetes|Test Person|\d/i)
})

it('on the day from which it is due, also if a worker looked before', async ({ reminders }) => {
  const customer = await reminders.customer(10)
  const { tests } = await customer.client.call(listDueTests)
  const { dueFrom } = tests[0] ?? { dueFrom: '' }
  for (let day = firstDay; day < dueFrom; day = addDays(day, 1)) expect(await reminders.sweep(day)).toBe(0)
  expect(await reminders.sweep(dueFrom)).toBe(1)
})

it('two workers at once remind once', async ({ reminders }) => {
  const customer = await reminders.customer()
  const reminded = await Promise.all([reminders.sweep(), reminders.sweep(), reminders.sweep()])
  expect(reminded.toSorted()).toEqual([0, 0, 1])
  expect(await reminders.of(customer)).toHaveLength(1)
})

it('a worker that dies before the message is stored leaves it to the next day, and one that dies after it changes nothing', async ({
  stack,
  reminders,
}) => {
  const { database } = stack
  const customer = await reminders.customer()
  const other = await reminders.customer()
  await database.asOwner(
    `create function refuse_reminder() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
     create trigger refuse_reminder before insert on outbox for each row
       when (new.recipient_user_id = '${customer.id}') execute function refuse_reminder()`,
  )
  await expect(reminders.sweep()).rejects.toThrow('killed')
  await database.asOwner('drop trigger refuse_reminder on outbox; drop function refuse_reminder')
  expect(await reminders.of(other)).toHaveLength(1)
  expect(await reminders.sweep()).toBe(0)
  const nextDay = addDays(firstDay, 1)
  expect(await reminders.sweep(nextDay)).toBe(1)
  // as if the row that says so had been lost: the message has the same id
  await database.asOwner(
    `update retest_reminders set look_on = '2020-01-01', reminded_at = null, reminded_for = null`,
  )
  expect(await reminders.sweep(nextDay)).toBe(0)
  expect(await reminders.of(customer)).toHaveLength(1)
})

it('about a person there is one reminder in 30 days, also if another test becomes due or it is switched off and on', async ({
  reminders,
}) => {
  const customer = await reminders.customer()
  expect(await reminders.sweep()).toBe(1)
  // due some days later than the other one
  await reminders.measured(customer, { TSH: 9 }, 94)
  await switchTo(customer, false)
  await switchTo(customer, true)
  await customer.client.call(listDueTests)
  const day = (days: number) => addDays(firstDay, days)
  for (const days of [0, 1, 29]) expect(await reminders.sweep(day(days))).toBe(0)
  expect(await reminders.sweep(day(30))).toBe(1)
  expect(await reminders.sweep(day(60))).toBe(0)
  expect(await reminders.of(customer)).toHaveLength(2)
})

it('a reminder goes by SMS if mails are declined, and nowhere if both are or no address is proven', async ({
  stack,
  reminders,
}) => {
  const { database } = stack
  const [bySms, declined, unproven] = [
    await reminders.customer(),
    await reminders.customer(),
    await reminders.customer(),
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
  expect(await reminders.sweep()).toBe(1)
  const [sms] = await reminders.of(bySms)
  expect(sms).toMatchObject({ channel: 'sms', subject: '' })
  expect(sms?.body.length).toBeLessThanOrEqual(160)
  expect(await reminders.of(declined)).toEqual([])
  expect(await reminders.of(unproven)).toEqual([])
})

it('of each person there is a reminder of its own, but not of an adult who no longer agrees', async ({
  reminders,
}) => {
  const [customer, other] = [await reminders.customer(), await reminders.customer()]
  await reminders.father(customer)
  const params = await reminders.father(other)
  await other.client.call(peopleCalls.withdrawRelativeConsent, { params })
  expect(await reminders.sweep()).toBe(3)
  expect(await reminders.of(customer)).toHaveLength(2)
  expect(await reminders.of(other)).toHaveLength(1)
})

it('the reminders of a family member end when the member is removed', async ({ stack, reminders }) => {
  const customer = await reminders.customer()
  const params = await reminders.father(customer)
  await customer.client.call(peopleCalls.removeFamilyMember, { params })
  expect(await reminders.sweep()).toBe(1)
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
