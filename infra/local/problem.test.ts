import { expect, it } from 'vitest'
import { reasonOf } from './problem.ts'

it('the reason why a server could not be reached has each address of a host that has several', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}:6379`)
  const several = Object.assign(new AggregateError([refused('::1'), refused('127.0.0.1')]), {
    code: 'ECONNREFUSED',
  })
  expect(reasonOf(several)).toBe('connect ECONNREFUSED ::1:6379, connect ECONNREFUSED 127.0.0.1:6379')
  expect(reasonOf(refused('10.0.0.1'))).toBe('connect ECONNREFUSED 10.0.0.1:6379')
  expect(reasonOf(Object.assign(new Error(''), { code: 'ETIMEDOUT' }))).toBe('ETIMEDOUT')
})
