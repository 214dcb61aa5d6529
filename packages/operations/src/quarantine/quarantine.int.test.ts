import { readAudit } from '@jaanch/tests/support/audit'
import { refusal } from '@jaanch/tests/support/client'
import { openFile } from '@jaanch/tests/support/prescriptions'
import { stackTest } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { operationsQuarantineCalls as routes } from './api.ts'

const it = stackTest({ workers: false })

it('an upload with malware is listed, saved as a file that no program opens, and deleted, each time on record', async ({
  stack,
  admin,
  customer,
}) => {
  const { rows } = await stack.database.asOwner(
    `insert into quarantine (id, user_id, signature, content_type, bytes)
     values (gen_random_uuid(), $1, 'Eicar-Test', 'application/pdf', 'malware') returning id`,
    [customer.id],
  )
  const [{ id }] = rows
  const listOwn = async () =>
    (await admin.client.call(routes.listQuarantine)).filter(({ userId }) => userId === customer.id)
  expect(await listOwn()).toMatchObject([
    { id, signature: 'Eicar-Test', contentType: 'application/pdf', bytes: 7 },
  ])
  const file = await openFile(stack.url, `/api/operations/quarantine/${id}/file`, admin.token)
  expect(await file.text()).toBe('malware')
  expect(file.headers.get('content-type')).toBe('application/octet-stream')
  expect(file.headers.get('content-disposition')).toContain(`attachment; filename="quarantine-${id}"`)
  await admin.client.call(routes.deleteQuarantined, { params: { id } })
  expect(await listOwn()).toEqual([])
  expect(await admin.client.ask(routes.deleteQuarantined, { params: { id } })).toMatchObject(
    refusal('not-found'),
  )
  const by = { actor: `admin:${admin.id}`, userId: customer.id }
  expect(await readAudit(stack, { object: `quarantine:${id}` })).toMatchObject([
    { ...by, details: { command: 'quarantine save' } },
    { ...by, details: { command: 'quarantine delete' } },
  ])
})
