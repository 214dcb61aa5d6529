import { readAudit } from '@jaanch/tests/support/audit'
import { refusal } from '@jaanch/tests/support/client'
import { closeSockets, connectTo } from '@jaanch/tests/support/sockets'
import { stackTest } from '@jaanch/tests/support/test'
import { afterEach, expect } from 'vitest'
import { type MaintenanceView, maintenanceCalls } from './api.ts'

const it = stackTest({ workers: false })

afterEach(closeSockets)

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

it('a notice of an operator is told to everybody by every process, until another one is set or it is cleared', async ({
  stack,
  admin,
  customer,
}) => {
  const elsewhere = await stack.anotherApi()
  const told = async (url: string): Promise<unknown> =>
    ((await (await fetch(url + maintenanceCalls.getMaintenance.path)).json()) as MaintenanceView).notice
  const client = await connectTo(elsewhere, customer)

  const set = (text: string, until = '') =>
    admin.client.call(maintenanceCalls.setMaintenance, { body: { text, until } })
  await set('Back at nine')
  const until = inAnHour()
  const { notice } = await set('Back at ten', until)
  expect(notice).toMatchObject({ text: 'Back at ten', from: null, until })
  for (const url of [stack.url, elsewhere]) await expect.poll(() => told(url)).toEqual(notice)
  await expect.poll(() => client.messages.at(-1)).toEqual({ event: 'maintenance', notice })

  const id = notice?.id ?? 0
  await admin.client.call(maintenanceCalls.clearMaintenance, { body: { id } })
  for (const url of [stack.url, elsewhere]) await expect.poll(() => told(url)).toBeNull()
  expect(await admin.client.ask(maintenanceCalls.clearMaintenance, { body: { id } })).toMatchObject(
    refusal('not-found', 'This notice is over.'),
  )

  const actor = `admin:${admin.id}`
  const { rows } = await stack.database.asOwner(
    'select text, set_by, cleared_by from maintenance_notices where set_by = $1 order by id',
    [actor],
  )
  expect(rows).toEqual([
    { text: 'Back at nine', set_by: actor, cleared_by: actor },
    { text: 'Back at ten', set_by: actor, cleared_by: actor },
  ])
  expect((await readAudit(stack, { actor })).map(({ details }) => details)).toEqual([
    { command: 'notice set' },
    { command: 'notice set' },
    { command: 'notice clear', id },
    { command: 'notice clear', id },
  ])
})

it('a notice that has ended is told to nobody, and one that would end before it begins is not set', async ({
  stack,
  admin,
}) => {
  await stack.database.asOwner(
    "insert into maintenance_notices (text, set_by, ends_at) values ('Over', 'operator:test', now() - interval '1 s'), ('Soon over', 'operator:test', now() + interval '1 hour')",
  )
  const told = async () => (await admin.client.call(maintenanceCalls.getMaintenance)).notice?.text
  await expect.poll(told).toBe('Soon over')
  await stack.database.asOwner(
    "update maintenance_notices set ends_at = now() + interval '1 s' where text = 'Soon over'",
  )
  await expect.poll(told).toBeUndefined()
  const body = { text: 'x', from: inAnHour(), until: new Date(Date.now() + 60_000).toISOString() }
  expect((await admin.client.ask(maintenanceCalls.setMaintenance, { body })).status).toBe(422)
  const past = { text: 'x', until: new Date(Date.now() - 60_000).toISOString() }
  expect((await admin.client.ask(maintenanceCalls.setMaintenance, { body: past })).status).toBe(409)
})
