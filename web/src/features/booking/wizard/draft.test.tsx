import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clearDrafts, readDraft, writeDraft } from '@/lib/drafts'
import { newDraft, useDraft } from './draft'

test('after a booking, a new one of the same test is new, also after a reload on its second step', () => {
  const booked = { id: 'b1' }
  writeDraft('book:c1:p1', { ...newDraft('p1'), contactNumber: '9812345678', booked })
  expect(renderHook(() => useDraft('c1', 'p1', true)).result.current[0].booked).toEqual(booked)
  const opened = renderHook(() => useDraft('c1', 'p1', false))
  opened.unmount()
  const [reloaded] = renderHook(() => useDraft('c1', 'p1', true)).result.current
  const { bookingKey } = opened.result.current[0]
  expect(reloaded).toEqual({ ...newDraft('p1'), bookingKey })
})

test('a new draft has a key of its own, which survives a reload', () => {
  writeDraft('book:c1:p1', { ...newDraft('p1'), bookingKey: 'k1', booked: { id: 'b1' } })
  const [opened] = renderHook(() => useDraft('c1', 'p1', false)).result.current
  expect(opened.bookingKey).not.toBe('k1')
  const [reloaded] = renderHook(() => useDraft('c1', 'p1', true)).result.current
  expect(reloaded.bookingKey).toBe(opened.bookingKey)
})

test('a change after signing out, such as a hold that is given up with the page, is not stored', () => {
  const { result } = renderHook(() => useDraft('c1', 'p1', false))
  act(() => result.current[1]({ contactNumber: '9812345678' }))
  expect(readDraft('book:c1:p1')).toMatchObject({ contactNumber: '9812345678' })
  clearDrafts()
  act(() => result.current[1]({ hold: null }))
  expect(readDraft('book:c1:p1')).toBeNull()
})
