import { expect, test } from 'vitest'
import { bookingPathFor, loginPath, nextPath, searchPath } from './paths'

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

test('a booking is on the list of whoever looks at it', () => {
  expect(bookingPathFor('customer', 'b1')).toBe('/booking?id=b1')
  expect(bookingPathFor('lab-partner', 'b1')).toBe('/lab/bookings?id=b1')
  expect(bookingPathFor('admin', 'b1')).toBe('/admin/bookings?id=b1')
})
