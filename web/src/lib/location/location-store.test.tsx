import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const detectCity = vi.fn<() => Promise<string>>()
vi.mock('./detect-city', () => ({ detectCity }))

let store: typeof import('./location-store')

beforeEach(async () => {
  // each test is a page that has just been loaded
  vi.resetModules()
  detectCity.mockReset()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  store = await import('./location-store')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show() {
  function Shown() {
    const { selected, detected, detecting } = store.usePlace()
    return <p>{[selected, detected, detecting].map(String).join(' ')}</p>
  }
  render(<Shown />)
}
const shown = () => screen.getByText(/(true|false)$/).textContent

test('a detection passes from detecting to a city that is both detected and selected', async () => {
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

test('a failure gives Ahmedabad as both, and is only logged', async () => {
  detectCity.mockRejectedValue(new Error('no signal'))
  show()
  await act(() => store.detectLocation())
  expect(shown()).toBe('Ahmedabad Ahmedabad false')
  expect(console.warn).toHaveBeenCalledOnce()
})

test('a city that is chosen stays chosen, also while a detection is under way', async () => {
  let found = (_city: string) => {}
  detectCity.mockReturnValue(
    new Promise((resolve) => {
      found = resolve
    }),
  )
  show()
  const done = store.detectLocation()
  act(() => store.chooseCity('Surat'))
  found('Pune')
  await act(() => done)
  expect(shown()).toBe('Surat Pune false')
})

test('the page detects once when it loads, however often the search bar comes', async () => {
  detectCity.mockResolvedValue('Pune')
  store.detectOnLoad()
  store.detectOnLoad()
  await store.detectLocation()
  store.detectOnLoad()
  expect(detectCity).toHaveBeenCalledOnce()
})
