import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const detectCity = vi.fn<() => Promise<string>>()
vi.mock('@/lib/location/detect-city', () => ({ detectCity }))
const detectOnLoad = vi.fn<() => void>()
// The page is looked at before its detection begins.
vi.mock('@/lib/location/location-store', async (original) => ({
  ...(await original<typeof import('@/lib/location/location-store')>()),
  detectOnLoad,
}))

beforeEach(() => void vi.resetModules())
afterEach(cleanup)

test('until a city is set the display says so, then that it is detected, then the city with its tag', async () => {
  let found = (_city: string) => {}
  detectCity.mockReturnValue(
    new Promise((resolve) => {
      found = resolve
    }),
  )
  const { LocationBar } = await import('./location-bar')
  const { detectLocation, selectCity } = await import('@/lib/location/location-store')
  render(<LocationBar onChoose={() => {}} />)
  const display = () => screen.getByRole('status').textContent
  expect(display()).toBe('Location not detected')
  expect(detectOnLoad).toHaveBeenCalledOnce()
  let done = Promise.resolve()
  act(() => {
    done = detectLocation()
  })
  expect(display()).toBe('Detecting location...')
  found('Pune')
  await act(() => done)
  expect(display()).toBe('Pune (Auto-detected)')
  act(() => selectCity('Surat'))
  expect(display()).toBe('Surat (Auto-detected)')
})
