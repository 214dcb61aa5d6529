import { createCustomer, placeBooking } from '@jaanch/tests/support/people'
import { describe, expect } from 'vitest'
import { operator } from './commands/resolution.ts'
import { type Ops, opsTest } from './testing/ops-test.ts'

const it = opsTest({ asOwner: true })

async function entriesOf(ops: Ops, ...args: string[]) {
  const { code, out } = await ops('audit', '--json', ...args)
  expect(code).toBe(0)
  return out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

// a command takes a second alone, and many beside other tests on two cores
describe('the audit command', { timeout: 120_000 }, () => {
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

  it('shows which commands an operator ran that change something, and none that only shows', async ({
    stack,
    packageId,
    ops,
  }) => {
    await placeBooking(await createCustomer(stack), packageId)
    const reason = 'Mr. Ondine telephoned about it'
    await ops('status')
    await ops('consumer', 'rewind', 'orders', '--to', '0', '--reason', reason)
    await ops('dead', 'retry', '4711')
    await ops('restored', '--reason', reason)
    const entries = await entriesOf(ops, '--action', 'operator-command')
    const actor = `operator:${operator()}`
    expect(entries.map(({ actor, details }) => [actor, details])).toEqual([
      [actor, { command: 'restored' }],
      [actor, { command: 'dead retry', id: 4711 }],
      [actor, { command: 'consumer rewind', consumer: 'orders', to: 0 }],
    ])
    expect(JSON.stringify(entries)).not.toContain('Ondine')
  })
})
