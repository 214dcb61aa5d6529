import { expect, it } from 'vitest'
import { isToApi, normalTarget } from './read-request.ts'

it.for([
  ['/api/bookings?q=%61%2F..//', '/api/bookings?q=%61%2F..//'],
  ['/%61pi/%62ookings', '/api/bookings'],
  ['/a%70i/%7Eme', '/api/~me'],
  ['//api///bookings/', '/api/bookings/'],
  ['http://elsewhere.example/api/bookings?limit=1', '/api/bookings?limit=1'],
  ['HTTPS://elsewhere.example', '/'],
  ['http://elsewhere.example?q=1', '/?q=1'],
  ['/share/%E0%A4%A8', '/share/%E0%A4%A8'],
  ['/api#bookings', '/api#bookings'],
])('the target %s has the normal form %s', ([target, normal]) => {
  expect(normalTarget(target as string)).toBe(normal)
})

it.for([
  '/api/../api/bookings',
  '/socket.io/..',
  '/./api/bookings',
  '/%2e%2E/api/bookings',
  '/api%2Fbookings',
  '/api%5cbookings',
  '/api\\bookings',
  '/api/%00',
  '/api/%',
  '/api/%FF',
  '*',
  'api/bookings',
  'ftp://elsewhere.example/api/bookings',
])('the target %s has none', (target) => {
  expect(normalTarget(target)).toBeUndefined()
})

it.for([
  ['/api', true],
  ['/api?x', true],
  ['/api/bookings', true],
  ['/apiary', false],
  ['/share/api/', false],
] as const)('%s is a request to the API: %s', ([url, isOne]) => {
  expect(isToApi({ url })).toBe(isOne)
})
