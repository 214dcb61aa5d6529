import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { beforeEach, expect, test, vi } from 'vitest'
import { swrConfig } from '@/lib/cache/swr-config'
import { SessionContext } from '@/lib/session/session-context'
import { createPackage } from '@/testing/fixtures'
import { createSession } from '@/testing/session'
import { Wizard } from './wizard'

const tests = [
  createPackage({ id: 'cbc', name: 'CBC', price: 299, parameterCodes: ['HGB'] }),
  createPackage({ id: 'lipid', name: 'Lipid Profile', price: 399, parameterCodes: ['LDL'] }),
  createPackage({ id: 'tft', name: 'Thyroid Profile', price: 249, parameterCodes: ['TSH'] }),
] as const
/** For the part that loads on demand, on a busy machine */
const patience = { timeout: 120_000 }

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://localhost')
    const found = tests.find(({ id }) => pathname === `/api/packages/${id}`)
    if (pathname === '/api/packages/overlaps') return Response.json({ overlaps: [], cheaper: null })
    return Response.json(pathname === '/api/search' ? tests : (found ?? []))
  })
})

test('two tests are added one after the other, and the running total has them all', async () => {
  render(
    <SWRConfig value={swrConfig}>
      <SessionContext value={createSession({ id: 'c1', role: 'customer', name: 'Asha' })}>
        <MemoryRouter initialEntries={['/book/cbc']}>
          <Wizard item={tests[0]} />
        </MemoryRouter>
      </SessionContext>
    </SWRConfig>,
  )
  for (const name of ['Lipid Profile', 'Thyroid Profile']) {
    await userEvent.click(screen.getByRole('button', { name: 'Add another test' }))
    await userEvent.type(await screen.findByRole('searchbox', {}, patience), 'profile')
    await userEvent.click(
      await screen.findByRole('button', { name: `Add ${name} ₹${name[0] === 'L' ? 399 : 249}` }, patience),
    )
    expect(await screen.findByRole('button', { name: `Remove ${name}` }, patience)).toBeTruthy()
  }
  const total = screen.getByRole('button', { name: 'To pay (3 tests) ₹947' })
  await userEvent.click(total)
  expect(screen.getAllByText('Thyroid Profile').length).toBeGreaterThan(2)
})
