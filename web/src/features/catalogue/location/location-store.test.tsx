import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

const detectCity = vi.fn<() => Promise<string>>()
vi.mock('./detect-city', () => ({ detectCity }))

let store: typeof import('./location-store')

beforeEach(async () => {
  // Each test starts as after a page load.
  vi.resetModules()
  detectCity.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  store = await import('./location-store')
})
function show() {
  function Shown() {
    const { selected, detected, detecting } = store.usePlace()
    return <p>{[selected, detected, detecting].map(String).join(' ')}</p>
  }
  render(<Shown />)
}
const shown = () => screen.getByText(/(true|false)$/).textContent

it('the detection of the location shows detecting, then a city that is both detected and selected [S4.8]', async () => {
  detectCity.mockResolvedValue('Pune')
  show()
  expect(shown()).toBe('null null false')
  let done: Promise<void> = Promise.resolve()
  act(() => {
    done = store.detectLocation()
  })
  expect(shown()).toBe('null null true')
  await act(() => done)
  expect(shown()).toBe('Pune Pune false')
})

it('the detection of the location has Ahmedabad as its result after a failure, which is only logged [S4.8]', async () => {
  detectCity.mockRejectedValue(new Error('no signal'))
  show()
  await act(() => store.detectLocation())
  expect(shown()).toBe('Ahmedabad Ahmedabad false')
  expect(console.warn).toHaveBeenCalledOnce()
})

it('the detection of the location does not replace a city that the user selects during it', async () => {
  let resolveCity = (_city: string) => {}
  detectCity.mockReturnValue(
    new Promise((resolve) => {
      resolveCity = resolve
    }),
  )
  show()
  const done = store.detectLocation()
  act(() => store.selectCity('Surat'))
  resolveCity('Pune')
  await act(() => done)
  expect(shown()).toBe('Surat Pune false')
})

it('the detection of the location is stored for the next page load, if it is a city that the API takes', async () => {
  for (const [city, stored] of [
    [' Pune ', '"Pune"'],
    ['x'.repeat(101), null],
  ] as const) {
    store.selectCity(city)
    expect(localStorage.getItem('city')).toBe(stored)
  }
})

it('the detection of the location runs once per page load, however often the search bar mounts [S4.8]', async () => {
  detectCity.mockResolvedValue('Pune')
  store.detectOnLoad()
  store.detectOnLoad()
  await store.detectLocation()
  store.detectOnLoad()
  expect(detectCity).toHaveBeenCalledOnce()
})
