import { authCalls } from '@jaanch/account/sessions/api'
import { prescriptionCalls } from '@jaanch/booking/prescriptions/api'
import { createClient } from '@jaanch/tests/support/client'
import { createAdmin, createCustomer, password, registerCustomer } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { operationsAffectedCalls } from './api.ts'

const it = stackTest({ workers: false })

const from = '2026-01-06T00:00:00Z'

it('the affected people are those whose data an account saw in the time, with how and when, and sums of its lists', async ({
  stack,
  admin,
}) => {
  const [one, other] = [await createCustomer(stack), await createCustomer(stack)]
  const { client, id: actor } = await createAdmin(stack)
  const [first, second, third] = [
    await uploadPrescription(one, { notes: 'Fasting' }),
    await uploadPrescription(one),
    await uploadPrescription(other),
  ]
  for (const { id } of [first, second, first])
    await client.call(prescriptionCalls.getPrescription, { params: { id } })
  const { length: listed } = await client.call(prescriptionCalls.listAllPrescriptions)
  const { length: people } = await client.call(authCalls.listUsers)
  // before the time, and by somebody else
  await stack.database.asOwner(
    `insert into audit (at, action, actor, user_id, object) values
       ('2026-01-05T08:00Z', 'prescription-opened', 'admin:' || $1, $2::uuid, 'prescription:1'),
       (now(), 'prescription-opened', 'customer:' || $2, $2::uuid, 'prescription:2')`,
    [actor, third.customerId],
  )
  const read = (query: object = {}) =>
    admin.client.call(operationsAffectedCalls.getAffectedPeople, { query: { actor, from, ...query } })
  const affected = await read()
  // the list showed the prescriptions of other tests too
  const ours = affected.people.filter(({ userId }) => [one.id, other.id].includes(userId))
  expect(ours).toMatchObject([
    {
      userId: one.id,
      kinds: [
        { action: 'prescription-opened', times: 3 },
        { action: 'notes-seen', times: 1, objects: [`prescription:${first.id}`] },
      ],
    },
  ])
  expect(ours[0]?.kinds[0]?.objects.toSorted()).toEqual(
    [first, second].map(({ id }) => `prescription:${id}`).toSorted(),
  )
  expect(affected.lists).toEqual([{ action: 'people-listed', times: 2, rows: listed + people }])
  expect(affected.isMore).toBe(false)
  expect(await read({ to: '2026-01-07T00:00:00Z' })).toMatchObject({ people: [], lists: [] })
})

it('the sign-ins of an affected account have their session and a pseudonym of the network', async ({
  stack,
  admin,
}) => {
  const { id: actor, email } = await registerCustomer(stack.url)
  await createClient(stack.url).call(authCalls.login, { body: { email, password } })
  const { signIns } = await admin.client.call(operationsAffectedCalls.getAffectedPeople, {
    query: { actor, from },
  })
  const signIn = {
    session: expect.stringMatching(/^session:/),
    network: expect.stringMatching(/^[\w-]{12}$/),
  }
  expect(signIns).toMatchObject([signIn, signIn])
})
