import { bySlot } from '@jaanch/booking/capacity/api'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { WaitingAreas } from './capacity-dialog'

const lab = { labPartnerId: 'l1', labName: 'Sabar Diagnostics' }
const waiting = { pincodes: ['110005'], cities: ['Pune', 'Nagpur'] }

it('areas that wait for consent are named to the lab, which is told that they limit nobody', () => {
  render(<WaitingAreas {...lab} waiting={waiting} />)
  expect(screen.getByRole('region', { name: 'Areas that wait for consent' }).textContent).toMatch(
    /wait for the consent of an admin.*limit nobody.*Pune, Nagpur, 110005/,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

it('areas that wait for consent are nothing where none waits', () => {
  const { container } = render(<WaitingAreas {...lab} waiting={{ pincodes: [], cities: [] }} />)
  expect(container.textContent).toBe('')
})

it('areas that wait for consent get the consent of an admin with one press: to those that are shown', async () => {
  const capacity = {
    ...{ pincodes: ['110005'], cities: ['Pune', 'Nagpur'], weekdays: [1], slots: bySlot(() => 1) },
    ...{ instant: false, excludedPackageIds: [], daysOff: [], isDeclared: true, changedAt: null },
    waiting: { pincodes: [], cities: [] },
  }
  const fetched = vi.fn(async (_: unknown, init?: RequestInit) => {
    expect(JSON.parse(String(init?.body))).toEqual(waiting)
    return Response.json(capacity)
  })
  vi.stubGlobal('fetch', fetched)
  const onConsent = vi.fn()
  render(<WaitingAreas {...lab} waiting={waiting} onConsent={onConsent} />)
  fireEvent.click(screen.getByRole('button', { name: 'Consent to These Areas' }))
  await vi.waitFor(() => expect(onConsent).toHaveBeenCalledWith(capacity), { timeout: 120_000 })
  expect(fetched.mock.calls).toHaveLength(1)
  expect(String(fetched.mock.calls[0]?.[0])).toContain('/api/lab-partners/l1/capacity/consent')
})
