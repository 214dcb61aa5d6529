import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { writeDraft } from '@/lib/drafts'
import { newDraft } from './draft'
import { useDraft } from './use-draft'
import { chosenPackageIds } from './visit'

afterEach(() => sessionStorage.clear())

test('a draft that an earlier release stored goes on, with one test for one person', () => {
  writeDraft('book:c1:p1', { packageId: 'p1', familyMemberId: 'm1', contactNumber: '9812345678' })
  const { result } = renderHook(() => useDraft('c1', 'p1', false))
  const [draft, updateDraft] = result.current
  expect(draft).toMatchObject({
    familyMemberId: 'm1',
    contactNumber: '9812345678',
    extraPackageIds: [],
    otherPatients: [],
    skipped: [],
  })
  act(() => updateDraft({ extraPackageIds: ['p2'] }))
  expect(chosenPackageIds(result.current[0])).toEqual(['p1', 'p2'])
})

test('after a booking, a new one of the same test is new, also after a reload on its second step', () => {
  const booked = { id: 'b1' }
  writeDraft('book:c1:p1', { ...newDraft('p1'), contactNumber: '9812345678', booked })
  expect(renderHook(() => useDraft('c1', 'p1', true)).result.current[0].booked).toEqual(booked)
  const opened = renderHook(() => useDraft('c1', 'p1', false))
  opened.unmount()
  const [reloaded] = renderHook(() => useDraft('c1', 'p1', true)).result.current
  expect(reloaded).toEqual(newDraft('p1'))
})
