import { expect, it } from 'vitest'
import { operationsRunCalls } from './api.ts'

const accepts = (kind: string, code?: string, run?: number) =>
  operationsRunCalls.requestRun.body.safeParse({
    kind,
    code,
    accepts: run,
    reason: 'A test',
    key: 'e4667634-31ec-4b74-a96e-bbdb6e07773f',
  }).success

it.each(['main', 'v0.3.0', '0.3.0-1a2b3c4', 'feature/places'])('a trial of %s may be asked for', (code) => {
  expect(accepts('trial', code)).toBe(true)
})

it.each(['', '/etc', '../jaanch', 'a/../../b', '.git', '--upload-pack=x', 'a b'])(
  'a trial cannot name a path or an option: %j',
  (code) => {
    expect(accepts('trial', code)).toBe(false)
  },
)

it('a trial names its code, and a verify or a replay none', () => {
  expect(accepts('trial')).toBe(false)
  expect(accepts('verify', 'main')).toBe(false)
  expect(accepts('replay')).toBe(true)
})

it('only a replay accepts the differences of a run', () => {
  expect(accepts('replay', undefined, 12)).toBe(true)
  expect(accepts('verify', undefined, 12)).toBe(false)
  expect(accepts('trial', 'main', 12)).toBe(false)
})
