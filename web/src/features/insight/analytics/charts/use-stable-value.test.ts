import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useStableValue } from './charts'

test('returns the same object while the content is equal, so that charts do not redraw', () => {
  const first = [{ date: '2026-11-21', bookings: 1 }]
  const { result, rerender } = renderHook(({ value }) => useStableValue(value), {
    initialProps: { value: first },
  })
  expect(result.current).toBe(first)
  rerender({ value: structuredClone(first) })
  expect(result.current).toBe(first)
  const changed = [{ date: '2026-11-21', bookings: 2 }]
  rerender({ value: changed })
  expect(result.current).toBe(changed)
})
