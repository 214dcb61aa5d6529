import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, test } from 'vitest'
import { createAnalytics } from '@/testing/analytics'
import { NeedsAttention } from './needs-attention'

test('each count of what needs attention links to its list of bookings or labs', async () => {
  render(
    <SWRConfig value={{ provider: () => new Map(), fetcher: async () => createAnalytics() }}>
      <MemoryRouter>
        <NeedsAttention />
      </MemoryRouter>
    </SWRConfig>,
  )
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['4Unassigned for over an hour', '/admin/bookings?attention=unassigned'],
    ['0Instant, past their 4 hours', '/admin/bookings?attention=instant-late'],
    ['1,000+Slot passed, not collected', '/admin/bookings?attention=slot-missed'],
    ['2Report past its promise', '/admin/bookings?attention=report-late'],
    ['1No lab confirmed in time', '/admin/bookings?attention=not-confirmed'],
    ['2Refund to settle', '/admin/bookings?attention=refund-due'],
    ['5Nothing drawn, no new time', '/admin/bookings?attention=collection-failed'],
    ['1Reported after the end', '/admin/bookings?attention=after-end'],
    ['3Lab areas that wait for consent', '/dashboard?tab=approvals&waiting=1'],
  ])
})
