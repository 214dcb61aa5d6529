import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPackage, removePackage } from '@/features/catalogue/packages/calls'
import { createPackage as createPackageFixture } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render-screen'
import { PlatformSummary } from './totals'

let totalPackages: number
const fetched = vi.fn<typeof fetch>(async (_, init) => {
  if (init?.method === 'DELETE') return new Response(null, { status: 204 })
  return new Response(
    JSON.stringify(init?.method === 'POST' ? createPackageFixture() : { totalUsers: 1234, totalPackages }),
  )
})

beforeEach(() => {
  totalPackages = 104
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
  renderScreen(<PlatformSummary />)
})
test('the totals are the users and packages of the analytics call [S2.14.2]', async () => {
  expect((await screen.findByText('1,234')).previousElementSibling?.textContent).toBe('Total Users')
  expect(screen.getByText('104').previousElementSibling?.textContent).toBe('Total Packages')
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/analytics/dashboard'])
})

test('the totals are fetched again after a package is created or deleted [S2.14.2]', async () => {
  await screen.findByText('104')
  totalPackages = 105
  await act(() => createPackage({ name: 'Monsoon Panel', price: 499 } as never))
  expect(await screen.findByText('105')).toBeTruthy()
  totalPackages = 104
  await act(() => removePackage('p1'))
  expect(await screen.findByText('104')).toBeTruthy()
})
