import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const detectCity = vi.fn<() => Promise<string>>()
vi.mock('@/lib/location/detect-city', () => ({ detectCity }))
const detectOnLoad = vi.fn<() => void>()
// The test checks the page before the detection starts.
vi.mock('@/lib/location/location-store', async (original) => ({
  ...(await original<typeof import('@/lib/location/location-store')>()),
  detectOnLoad,
}))

beforeEach(() => void vi.resetModules())
describe('the location bar', () => {
  it('shows that no city is detected, then the detection, then the city with its tag [S2.3.2]', async () => {
    let resolveCity = (_city: string) => {}
    detectCity.mockReturnValue(
      new Promise((resolve) => {
        resolveCity = resolve
      }),
    )
    const { LocationBar } = await import('./customer-search')
    const { detectLocation, selectCity } = await import('@/lib/location/location-store')
    render(<LocationBar onSelect={() => {}} />)
    const display = () => screen.getByRole('status').textContent
    expect(display()).toBe('Location not detected')
    expect(detectOnLoad).toHaveBeenCalledOnce()
    let done = Promise.resolve()
    act(() => {
      done = detectLocation()
    })
    expect(display()).toBe('Detecting location...')
    resolveCity('Pune')
    await act(() => done)
    expect(display()).toBe('Pune (Auto-detected)')
    act(() => selectCity('Surat'))
    expect(display()).toBe('Surat (Auto-detected)')
  })
})
