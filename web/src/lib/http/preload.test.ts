import { beforeEach, expect, test } from 'vitest'
import { forgetEarly, takeEarly } from './preload'
import { renewToken, tokenKey } from './token'

const url = '/api/packages/popular'
const answer = Promise.resolve(new Response('[]'))

beforeEach(() => {
  localStorage.setItem(tokenKey, 't1')
  globalThis.askedEarly = { token: 't1', answers: new Map([[url, answer]]) }
})

test('an answer that is on its way is taken once', () => {
  expect(takeEarly('/api/other')).toBeUndefined()
  expect(takeEarly(url)).toBe(answer)
  expect(takeEarly(url)).toBeUndefined()
})

test('it is the same person’s when the token was renewed meanwhile', () => {
  renewToken('t1', 't2')
  expect(takeEarly(url)).toBe(answer)
})

test('it is no answer for another person, nor for one who signed out', () => {
  localStorage.setItem(tokenKey, 'another')
  expect(takeEarly(url)).toBeUndefined()
  localStorage.setItem(tokenKey, 't1')
  forgetEarly()
  expect(takeEarly(url)).toBeUndefined()
})
