import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import type { Person } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { closeSockets, type Listening, listenTo } from '@jaanch/tests/support/sockets'
import type { Stack } from '@jaanch/tests/support/stack'
import { it } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { afterEach, describe, expect } from 'vitest'

const { changePrescription, listAllPrescriptions, listOwnPrescriptions } = prescriptionRoutes

afterEach(closeSockets)

async function connected(stack: Stack, { token }: Person, after = 0): Promise<Listening> {
  const client = listenTo(stack.url, { token, after })
  await client.first('caught-up')
  return client
}
const heardBy = ({ messages }: Listening) => messages.filter(({ event }) => event === 'prescription')
describe('a changed prescription', () => {
  it('is pushed to its customer and the admins as their lists show it, and to nobody else', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    lab,
  }) => {
    const people = [customer, admin, otherCustomer, lab]
    const [own, admins, others, labs] = (await Promise.all(
      people.map((person) => connected(stack, person)),
    )) as [Listening, Listening, Listening, Listening]
    const uploaded = await uploadPrescription(customer)
    for (const client of [own, admins]) {
      await expect
        .poll(() => heardBy(client))
        .toEqual([{ event: 'prescription', position: uploaded.position, prescription: uploaded }])
    }

    const params = { id: uploaded.id }
    const body = { status: 'declined', adminNotes: 'Not readable' } as const
    const declined = await admin.client.call(changePrescription, { params, body })
    for (const client of [own, admins]) {
      await expect.poll(() => heardBy(client).at(-1)).toMatchObject({ prescription: declined })
    }
    expect((await customer.client.call(listOwnPrescriptions))[0]).toEqual(declined)
    expect((await admin.client.call(listAllPrescriptions))[0]).toEqual(declined)

    // the others have received a later message
    const last = await uploadPrescription(otherCustomer)
    await expect.poll(() => heardBy(others).length).toBe(1)
    expect(heardBy(others)).toMatchObject([{ prescription: { id: last.id } }])
    expect(heardBy(labs)).toEqual([])
    expect(heardBy(own)).toHaveLength(2)
  })

  it('is part of the catch-up of a client that was disconnected, once and in its last state', async ({
    stack,
    admin,
    customer,
    otherCustomer,
    lab,
  }) => {
    // nothing else is written meanwhile
    await untilWorkDone(stack.database)
    const observer = await connected(stack, admin)
    const before = await uploadPrescription(customer)
    const after = before.position
    const missed = await uploadPrescription(customer)
    const declined = await admin.client.call(changePrescription, {
      params: { id: missed.id },
      body: { status: 'declined' },
    })
    const foreign = await uploadPrescription(otherCustomer)

    // pushed by now: a client that connects later receives it by catch-up only
    await expect.poll(() => heardBy(observer).at(-1)).toMatchObject({ position: foreign.position })
    const own = await connected(stack, customer, after)
    expect(heardBy(own)).toEqual([
      { event: 'prescription', position: declined.position, prescription: declined },
    ])
    expect(own.messages.at(-1)).toMatchObject({ event: 'caught-up', position: foreign.position })
    const all = await connected(stack, admin, after)
    expect(heardBy(all)).toMatchObject([{ prescription: declined }, { prescription: foreign }])
    expect(heardBy(await connected(stack, lab, after))).toEqual([])
  })
})
