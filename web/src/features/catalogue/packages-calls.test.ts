import { mutate, SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { loadPackage, refreshPackages } from './packages-calls'

afterEach(() => {
  vi.unstubAllGlobals()
  void mutate(() => true, undefined, { revalidate: false })
})

const cached = (id: string) => SWRConfig.defaultValue.cache.get(`/api/packages/${id}`)?.data

test('refreshed packages have their new price, are gone if they are not on offer, and stay if the call failed', async () => {
  for (const id of ['p1', 'p2', 'p3'])
    await mutate(`/api/packages/${id}`, createPackage({ id, price: 499 }), { revalidate: false })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('p1')) return new Response(JSON.stringify(createPackage({ id: 'p1', price: 549 })))
    if (url.endsWith('p2')) return new Response('{"code":"not-found"}', { status: 404 })
    throw new TypeError('Failed to fetch')
  })
  await refreshPackages(['p1', 'p2', 'p3'])
  expect(cached('p1')).toMatchObject({ price: 549 })
  expect(await loadPackage('p2')).toBeNull()
  expect(cached('p3')).toMatchObject({ price: 499 })
})
