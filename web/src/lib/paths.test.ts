import { expect, test } from 'vitest'
import { loginPath, nextPath, searchPath } from './paths'

test('a search goes to /tests with its text and, where known, its city', () => {
  expect(searchPath('Energy Fatigue')).toBe('/tests?q=Energy+Fatigue')
  expect(searchPath('', 'Pune')).toBe('/tests?q=&loc=Pune')
})

test('a login leads back to where one came from, and never out of Jaanch', () => {
  const next = (path: string) => nextPath(new URLSearchParams(loginPath(path).split('?')[1]))
  expect(next('/book/p1')).toBe('/book/p1')
  expect(next('//evil.example')).toBeUndefined()
  expect(next('/\\evil.example')).toBeUndefined()
  expect(next('https://evil.example')).toBeUndefined()
})
