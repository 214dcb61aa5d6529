import { authRoutes } from '@jaanch/contracts/http/auth'
import { prescriptionRoutes } from '@jaanch/contracts/http/prescriptions'
import { createClient } from '@jaanch/tests/support/client'
import { createAdmin, createCustomer, password, registerCustomer } from '@jaanch/tests/support/people'
import { uploadPrescription } from '@jaanch/tests/support/prescriptions'
import { stackTest } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { type Ops, withOps } from './testing/ops-test.ts'

const it = withOps(stackTest({ workers: false }), { asOwner: true })

async function entriesOf(ops: Ops, ...args: string[]) {
  const { code, out } = await ops('audit', '--json', ...args)
  expect(code).toBe(0)
  return out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

describe('the audit command', () => {
  it('shows entries by user, action and time, the latest first, with ids and no names', async ({
    stack,
    ops,
  }) => {
    const [one, other] = [await createCustomer(stack), await createCustomer(stack)]
    await stack.database.asOwner(
      `insert into audit (at, action, actor, user_id, object) values
         ('2026-01-05T08:00Z', 'signed-in', 'customer:' || $1, $1::uuid, 'session:1'),
         ('2026-01-06T08:00Z', 'report-opened', 'customer:' || $1, $2::uuid, 'health-report:2'),
         ('2026-01-07T08:00Z', 'signed-out', 'customer:' || $2, $2::uuid, 'session:3')`,
      [one.id, other.id],
    )
    const objects = async (...args: string[]) => (await entriesOf(ops, ...args)).map(({ object }) => object)
    expect(await objects('--user', one.id)).toEqual(['health-report:2', 'session:1'])
    expect(await objects('--user', other.id, '--action', 'signed-out')).toEqual(['session:3'])
    expect(await objects('--user', one.id, '--since', '2026-01-06')).toEqual(['health-report:2'])
    expect(await objects('--limit', '1', '--user', other.id)).toEqual(['session:3'])
    const { out } = await ops('audit', '--user', one.id)
    expect(out).toContain(one.id)
    expect(out).not.toContain('Test Person')
    for (const args of [
      ['--user', 'asha'],
      ['--since', 'lately'],
    ]) {
      expect((await ops('audit', ...args)).code, args.join(' ')).toBe(2)
    }
  })
})

it('affected lists whose data an account saw, in what way and when, with sums of its lists and its sign-ins', async ({
  stack,
  ops,
}) => {
  const [one, other] = [await createCustomer(stack), await createCustomer(stack)]
  const { client, id: actor } = await createAdmin(stack)
  const prescriptions = [
    await uploadPrescription(one, { notes: 'Fasting' }),
    await uploadPrescription(one),
    await uploadPrescription(other),
  ]
  const open = (id = '') => client.call(prescriptionRoutes.getPrescription, { params: { id } })
  for (const { id } of [...prescriptions.slice(0, 2), ...prescriptions.slice(0, 1)]) await open(id)
  const { length: listed } = await client.call(prescriptionRoutes.listAllPrescriptions)
  const { length: people } = await client.call(authRoutes.listUsers)
  // before the time, and by somebody else
  await stack.database.asOwner(
    `insert into audit (at, action, actor, user_id, object) values
       ('2026-01-05T08:00Z', 'prescription-opened', 'admin:' || $1, $2::uuid, 'prescription:1'),
       (now(), 'prescription-opened', 'customer:' || $2, $2::uuid, 'prescription:2')`,
    [actor, other.id],
  )
  const args = ['affected', '--actor', actor, '--from', '2026-01-06']
  const { code, out, err } = await ops(...args, '--json')
  expect([code, err]).toEqual([0, ''])
  const affected = JSON.parse(out)
  // the list showed other files' prescriptions too
  const ours = affected.people.filter(({ userId }: { userId: string }) => [one.id, other.id].includes(userId))
  expect(ours).toMatchObject([
    {
      userId: one.id,
      kinds: [
        { action: 'prescription-opened', times: 3 },
        { action: 'notes-seen', times: 1, objects: [`prescription:${prescriptions[0]?.id}`] },
      ],
    },
  ])
  const [person] = ours
  expect(person.kinds[0].objects.toSorted()).toEqual(
    prescriptions
      .slice(0, 2)
      .map(({ id }) => `prescription:${id}`)
      .toSorted(),
  )
  expect([person.firstAt, person.lastAt]).toEqual([person.kinds[0].firstAt, person.kinds[1].lastAt])
  expect(affected.lists).toEqual([{ action: 'people-listed', times: 2, rows: listed + people }])

  const shown = (await ops(...args)).out
  expect(shown).toMatch(/^It saw the data of (1 person|\d+ people):$/m)
  expect(shown).not.toContain('Test Person')
  expect((await ops(...args, '--to', '2026-01-07')).out.trim()).toBe('It saw the data of nobody.')
  expect((await ops('affected', '--actor', actor)).code).toBe(2)
})

it('affected names the sessions that were opened, and what stands for their networks', async ({
  stack,
  ops,
}) => {
  const { id, email } = await registerCustomer(stack.url)
  await createClient(stack.url).call(authRoutes.login, { body: { email, password } })
  const { out } = await ops('affected', '--actor', id, '--from', '2026-01-06', '--json')
  const signIn = {
    session: expect.stringMatching(/^session:/),
    network: expect.stringMatching(/^[\w-]{12}$/),
  }
  expect(JSON.parse(out).signIns).toMatchObject([signIn, signIn])
})
