import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSteady } from './use-steady'

afterEach(cleanup)

test('numbers that say the same stay the same object, so that what draws them does not draw again', () => {
  const first = [{ date: '2026-11-21', bookings: 1 }]
  const { result, rerender } = renderHook(({ value }) => useSteady(value), { initialProps: { value: first } })
  expect(result.current).toBe(first)
  rerender({ value: structuredClone(first) })
  expect(result.current).toBe(first)
  const changed = [{ date: '2026-11-21', bookings: 2 }]
  rerender({ value: changed })
  expect(result.current).toBe(changed)
})
