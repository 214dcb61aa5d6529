import { expect, it } from 'vitest'
import { bookingPathFor, loginPath, nextPath, searchPath } from './paths'

it('the path of a search is /tests with its text and, if known, its city [S2.1.3]', () => {
  expect(searchPath('Energy Fatigue')).toBe('/tests?q=Energy+Fatigue')
  expect(searchPath('', 'Pune')).toBe('/tests?q=&loc=Pune')
})

it('the path after a login is the path that the user came from, and never outside Jaanch [V1.2.2 V3.7.2]', () => {
  const next = (path: string) => nextPath(new URLSearchParams(loginPath(path).split('?')[1]))
  expect(next('/book/p1')).toBe('/book/p1')
  expect(loginPath('/lab/bookings?id=b1', 'lab-partner')).toBe('/lab?next=%2Flab%2Fbookings%3Fid%3Db1')
  expect(next('/tests?q=a%20b#top')).toBe('/tests?q=a%20b#top')
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '///evil.example',
    'https://evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'evil.example',
    '',
  ])
    expect(next(evil), JSON.stringify(evil)).toBeUndefined()
})

it('the path of a booking is that of the list of the role', () => {
  expect(bookingPathFor('customer', 'b1')).toBe('/booking?id=b1')
  expect(bookingPathFor('lab-partner', 'b1')).toBe('/lab/bookings?id=b1')
  expect(bookingPathFor('admin', 'b1')).toBe('/admin/bookings?id=b1')
})
