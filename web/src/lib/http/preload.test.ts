import { beforeEach, expect, test } from 'vitest'
import { clearPreloaded, takePreloaded } from './preload'
import { renewToken, tokenKey } from './token'

const url = '/api/packages/popular'
const answer = Promise.resolve(new Response('[]'))

beforeEach(() => {
  localStorage.setItem(tokenKey, 't1')
  globalThis.preloadedCalls = { token: 't1', answers: new Map([[url, answer]]) }
})

test('an answer that is on its way is taken once', () => {
  expect(takePreloaded('/api/other')).toBeUndefined()
  expect(takePreloaded(url)).toBe(answer)
  expect(takePreloaded(url)).toBeUndefined()
})

test('it is the same person’s when the token was renewed meanwhile', () => {
  renewToken('t1', 't2')
  expect(takePreloaded(url)).toBe(answer)
})

test('it is no answer for another person, nor for one who signed out', () => {
  localStorage.setItem(tokenKey, 'another')
  expect(takePreloaded(url)).toBeUndefined()
  localStorage.setItem(tokenKey, 't1')
  clearPreloaded()
  expect(takePreloaded(url)).toBeUndefined()
})
