import { it } from '@jaanch/tests/support/test'
import { expect } from 'vitest'
import { calls } from '../calls.ts'

/** Public answers that browsers keep and ask about each time */
const kept = ['listPackages', 'listPopularPackages', 'suggestSearches', 'getFacts']

it('no answer of the API is kept by browsers and proxies, but those of the catalogue and the facts, which have an ETag [V14.2.2]', async ({
  stack,
  admin,
  customer,
}) => {
  for (const [name, { method, path }] of Object.entries(calls)) {
    if (method !== 'GET') continue
    const address = path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
    for (const token of [undefined, customer.token, admin.token]) {
      const answer = await fetch(stack.url + address, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
      await answer.body?.cancel()
      const isKept = kept.includes(name)
      expect(answer.headers.get('cache-control'), `${name}: ${answer.status}`).toMatch(
        isKept ? /^no-cache$/ : /no-store$/,
      )
      expect(answer.headers.has('etag'), name).toBe(isKept)
    }
  }
  for (const path of ['/api/nothing', '/api/docs/json']) {
    const { headers } = await fetch(stack.url + path)
    expect(headers.get('cache-control'), path).toBe('no-store')
  }
  const refused = await fetch(`${stack.url}/api/auth/login`, { method: 'POST' })
  expect(refused.headers.get('cache-control')).toBe('no-store')
})
