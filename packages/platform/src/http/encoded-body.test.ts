import { expect, it } from 'vitest'
import { acceptedEncoding } from './encoded-body.ts'

it.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0.0', 'identity'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['deflate', 'identity'],
])('for Accept-Encoding %s the answer has the encoding %s', (header, encoding) => {
  expect(acceptedEncoding({ headers: { 'accept-encoding': header } }, ['br', 'gzip'])).toBe(encoding)
})
