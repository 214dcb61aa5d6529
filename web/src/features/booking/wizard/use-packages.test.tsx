import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPackage } from '@/testing/fixtures'
import { type Draft, newDraft } from './draft'
import { useTotal } from './use-packages'

const refresh = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('@/features/catalogue/packages-calls', () => ({ refreshPackages: refresh }))

test('the total that the server charges is shown and confirmed next, until the choice changes', () => {
  const packages = [createPackage({ id: 'p1', price: 499 })]
  const draft = newDraft('p1')
  const { result, rerender } = renderHook((now: Draft) => useTotal(now, packages), { initialProps: draft })
  expect(result.current[0]).toBe(499)
  act(() => result.current[1](549))
  expect(result.current[0]).toBe(549)
  expect(refresh).toHaveBeenCalledExactlyOnceWith(['p1'])
  rerender({ ...draft, otherPatients: ['m1'] })
  expect(result.current[0]).toBe(998)
})
