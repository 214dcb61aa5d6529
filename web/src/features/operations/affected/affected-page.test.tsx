import type { StaffRole } from '@jaanch/contracts/staff-roles'
import type { AffectedView } from '@jaanch/operations/affected/api'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { renderScreen } from '@/testing/render-screen'
import { AffectedPage } from './affected-page'

const actor = '0f9d6a1e-4c1b-4e0e-9a39-3c1f2b7d5a10'
const person = '1f2e3d4c-0000-4000-8000-000000000001'
const at = '2026-11-21T04:20:11.123Z'
const view: AffectedView = {
  people: [
    {
      userId: person,
      kinds: [
        {
          action: 'report-opened',
          times: 3,
          objects: ['health-report:1', 'health-report:2'],
          firstAt: at,
          lastAt: at,
        },
      ],
    },
  ],
  lists: [{ action: 'people-listed', times: 2, rows: 1_200 }],
  signIns: [{ at, session: 'session:2f2e3d4c-0000-4000-8000-000000000001', network: null }],
  isMore: false,
}

const fetched = mockFetch()

function show(staffRole: StaffRole = 'owner', address = '/', answer = view) {
  fetched.mockImplementation(async () => Response.json(answer))
  renderScreen(<AffectedPage />, { user: { id: 'u1', role: 'admin', staffRole }, path: address })
}

test('an account and a time in India are asked for, and what it saw of each person is shown', async () => {
  show()
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: actor } })
  press()
  expect(screen.getByText('Please give the id of an account and a time')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-21T04:20' } })
  press()
  expect(await screen.findByRole('heading', { name: 'It saw the data of 1 person' })).toBeTruthy()
  const asked = new URL(String(fetched.mock.calls[0]?.[0]), 'http://localhost').searchParams
  expect([asked.get('actor'), asked.get('from')]).toEqual([actor, '2026-11-20T22:50:00.000Z'])
  const table = within(screen.getByRole('table', { name: 'What the account saw of each person' }))
  expect(table.getByRole('row', { name: /1f2e3d4c Report opened .*3/ })).toBeTruthy()
  expect(table.getByRole('link', { name: '1f2e3d4c' }).getAttribute('href')).toBe(
    `/admin/audit?person=${person}`,
  )
  expect(screen.getByText('Lists of people: 2, with 1,200 rows in all')).toBeTruthy()
  expect(screen.getByRole('row', { name: /2f2e3d4c.*Not recorded/ })).toBeTruthy()
})

test('the files have each person with all that was seen, and all sign-ins, by whole ids', async () => {
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return 'blob:none'
  })
  const [session, network] = ['3f2e3d4c-0000-4000-8000-000000000001', '203.0.113.0/24']
  const signIns = Array.from({ length: 201 }, (_, n) => ({
    at: new Date(Date.parse(at) + n).toISOString(),
    session: `session:${session}`,
    network,
  }))
  show('operator', `/?actor=${actor}&from=2026-11-21T04:20`, { ...view, signIns })
  for (const button of await screen.findAllByRole('button', { name: 'Save as CSV' })) fireEvent.click(button)
  const [people, all] = await Promise.all(blobs.map((blob) => blob.text()))
  expect(people).toContain(`${person},report-opened,3,${at},${at},health-report:1 health-report:2\r\n`)
  expect(all?.split(`,${session},${network}\r\n`)).toHaveLength(202)
  expect(screen.getByText('1 more are in the file.')).toBeTruthy()
  // the trail of a person is not for operators
  expect(screen.queryByRole('link', { name: '1f2e3d4c' })).toBeNull()
})
