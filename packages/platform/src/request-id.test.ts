import { expect, it } from 'vitest'
import { newRequestId, requestedAt } from './telemetry/traces.ts'

it('the id of a request is that of a trace, and names the time of the request', () => {
  const now = new Date('2026-11-21T04:20:11.123Z')
  const id = newRequestId(now)
  expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  expect(requestedAt(id)).toEqual(now)
  expect(newRequestId(now)).not.toBe(id)
})

it('other ids name no time', () => {
  expect(requestedAt('0e7e1f3c-9a35-4f39-9d6f-0a3c9d1f6d6b')).toBeUndefined()
  expect(requestedAt('request-1')).toBeUndefined()
})
