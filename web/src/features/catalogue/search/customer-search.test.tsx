import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { detectLocation, selectCity } from '@/features/catalogue/location/location-store'
import { renderScreen } from '@/testing/render-screen'
import { CustomerSearch } from './customer-search'

const detectCity = vi.hoisted(() => vi.fn<() => Promise<string>>())
vi.mock('@/features/catalogue/location/detect-city', () => ({ detectCity }))
// the detection starts when the test has looked at the page before it
vi.mock('@/features/catalogue/location/location-store', async (original) => ({
  ...(await original<typeof import('@/features/catalogue/location/location-store')>()),
  detectOnLoad: () => {},
}))

test('the search says that no city is detected, then that it detects one, then the city with its tag [S2.3.2]', async () => {
  const city = Promise.withResolvers<string>()
  detectCity.mockReturnValue(city.promise)
  renderScreen(<CustomerSearch />)
  const shown = () => screen.getByRole('status').textContent
  expect(shown()).toBe('Location not detected')
  let done = Promise.resolve()
  act(() => {
    done = detectLocation()
  })
  expect(shown()).toBe('Detecting location...')
  city.resolve('Pune')
  await act(() => done)
  expect(shown()).toBe('Pune (Auto-detected)')
  act(() => selectCity('Surat'))
  expect(shown()).toBe('Surat (Auto-detected)')
})
