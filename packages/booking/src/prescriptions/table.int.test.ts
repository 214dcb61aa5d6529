import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { closeSockets, connectTo, type Listening } from '@jaanch/tests/support/sockets'
import { it } from '@jaanch/tests/support/test'
import { untilWorkDone } from '@jaanch/tests/support/work'
import { afterEach, expect } from 'vitest'
import { prescriptionCalls } from './api.ts'

const { changePrescription, listAllPrescriptions, listOwnPrescriptions } = prescriptionCalls

afterEach(closeSockets)

const heardBy = ({ messages }: Listening) => messages.filter(({ event }) => event === 'prescription')

it('a changed prescription is pushed to its customer and the admins as their lists show it, also when they catch up, and to nobody else', async ({
  stack,
  admin,
  customer,
  otherCustomer,
  lab,
}) => {
  // nothing else is written meanwhile
  await untilWorkDone(stack.database)
  const people = [customer, admin, otherCustomer, lab]
  const [own, admins, others, labs] = (await Promise.all(
    people.map((person) => connectTo(stack.url, person)),
  )) as [Listening, Listening, Listening, Listening]
  const { position: after } = await uploadPrescription(customer)
  const uploaded = await uploadPrescription(customer)
  for (const client of [own, admins]) {
    await expect.poll(() => heardBy(client).at(-1)).toMatchObject({ prescription: uploaded })
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
  await expect.poll(() => heardBy(others)).toMatchObject([{ prescription: { id: last.id } }])
  expect(heardBy(labs)).toEqual([])
  expect(heardBy(own)).toHaveLength(3)

  // pushed by now: a client that connects later receives it by catch-up only
  await expect.poll(() => heardBy(admins).at(-1)).toMatchObject({ position: last.position })
  const away = await connectTo(stack.url, { ...customer, after })
  expect(heardBy(away)).toMatchObject([{ position: declined.position, prescription: declined }])
  const all = await connectTo(stack.url, { ...admin, after })
  expect(heardBy(all)).toMatchObject([{ prescription: declined }, { prescription: last }])
  expect(heardBy(await connectTo(stack.url, { ...lab, after }))).toEqual([])
})
