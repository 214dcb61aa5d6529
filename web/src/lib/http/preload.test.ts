import { beforeEach, expect, it } from 'vitest'
import { clearPreloaded, takePreloaded } from './call'
import { tokenKey } from './token'

const url = '/api/packages/popular'
const response = Promise.resolve(new Response('[]'))

beforeEach(() => {
  localStorage.setItem(tokenKey, 't1')
  globalThis.preloadedCalls = { token: 't1', responses: new Map([[url, response]]) }
})

it('a preloaded response is used once, for its URL', () => {
  expect(takePreloaded('/api/other')).toBeUndefined()
  expect(takePreloaded(url)).toBe(response)
  expect(takePreloaded(url)).toBeUndefined()
})

it('a preloaded response is not used for another user, nor after signing out', () => {
  localStorage.setItem(tokenKey, 'another')
  expect(takePreloaded(url)).toBeUndefined()
  localStorage.setItem(tokenKey, 't1')
  clearPreloaded()
  expect(takePreloaded(url)).toBeUndefined()
})
