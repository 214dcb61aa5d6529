import { readHead } from '@jaanch/eventlog/read'
import { placeBooking } from '@jaanch/tests/support/people'
import { it } from '@jaanch/tests/support/test'
import { describe, expect } from 'vitest'
import { operationsSettingsCalls } from '../settings/api.ts'
import { operationsNowCalls } from './api.ts'

describe('the state of the log and its readers', () => {
  it('has the head, the readers, the processes with their vitals, and no trouble', async ({
    stack,
    admin,
    customer,
    packageId,
  }) => {
    await placeBooking(customer, packageId)
    const read = () => admin.client.call(operationsNowCalls.getOperations, {})
    let view = await read()
    let before = 0
    // the readers and the beats follow
    await expect
      .poll(async () => {
        before = await readHead(stack.database.pool)
        view = await read()
        const { head, consumers, generations, processes } = view
        return {
          areReadersAtHead: consumers.length > 0 && consumers.every(({ cursor }) => cursor === head),
          isLiveAtHead: generations.find(({ state }) => state === 'live')?.position === head,
          hasVitals: processes.every(({ vitals }) => vitals && vitals.memory > 0),
          services: new Set(processes.map(({ service }) => service)),
        }
      })
      .toEqual({
        areReadersAtHead: true,
        isLiveAtHead: true,
        hasVitals: true,
        services: new Set(['api', 'projector', 'workers']),
      })
    // workers may append meanwhile
    expect(view.head).toBeGreaterThanOrEqual(before)
    expect(view.head).toBeLessThanOrEqual(await readHead(stack.database.pool))
    expect(view.sizes.log).toBeGreaterThan(0)
    expect(view.queues?.map(({ name }) => name)).toContain('work')
    expect(view.retention.map(({ table }) => table)).toContain('outbox')
    // the role of the services may read both
    const states = Object.fromEntries((view.checks ?? []).map(({ name, state }) => [name, state]))
    expect(states).toMatchObject({ archiving: 'off', replication: 'off', alerts: 'unknown' })
  })
})

describe('a restore that an admin declares', () => {
  it('begins one epoch with its reason, however often it comes, and is in the audit trail', async ({
    stack,
    admin,
  }) => {
    const { epoch } = await admin.client.call(operationsNowCalls.getOperations, {})
    const declare = () =>
      admin.client.call(operationsNowCalls.declareRestored, {
        body: { reason: 'restored from the backup of the night', epoch: epoch.id },
      })
    const [first, second] = await Promise.all([declare(), declare()])
    expect(first.epoch).not.toBe(epoch.id)
    expect(second).toEqual(first)
    expect(await declare()).toEqual(first)
    const view = await admin.client.call(operationsNowCalls.getOperations, {})
    expect(view.epoch).toMatchObject({ id: first.epoch, reason: 'restored from the backup of the night' })
    const { rows } = await stack.database.asOwner(
      "select distinct actor, details from audit where details ->> 'command' = 'restored'",
    )
    expect(rows).toEqual([{ actor: `admin:${admin.id}`, details: { command: 'restored' } }])
  })
})

it('the settings are those that running processes report, with what the database knows', async ({
  stack,
  admin,
}) => {
  const finding = {
    severity: 'error',
    text: 'SMTP_URL is not set.',
    advice: 'Set it.',
    docs: 'docs/settings.md',
  }
  const report = { set: ['PUBLIC_URL'], findings: [finding], isDevelopment: false }
  const report2 = { ...report, set: ['CLAMD_URL'] }
  await stack.database.asOwner(
    `insert into processes (id, service, details, seen_at) values
       (gen_random_uuid(), 'workers', jsonb_build_object('config', $1::jsonb), clock_timestamp()),
       (gen_random_uuid(), 'workers', jsonb_build_object('config', $2::jsonb), clock_timestamp() - interval '1 hour')`,
    [JSON.stringify(report), JSON.stringify(report2)],
  )
  const { findings, settings } = await admin.client.call(operationsSettingsCalls.getSettings, {})
  await stack.database.asOwner("delete from processes where details ? 'config'")
  expect(findings[0]).toEqual({ ...finding, services: ['workers'] })
  const texts = findings.map(({ text }) => text)
  expect(texts).toContainEqual(expect.stringMatching(/^No backup/))
  expect(texts).toContainEqual(expect.stringMatching(/admins have no second factor/))
  const setIn = (name: string) => settings.find((setting) => setting.name === name)?.setIn
  expect([setIn('PUBLIC_URL'), setIn('CLAMD_URL')]).toEqual([['workers'], []])
})
