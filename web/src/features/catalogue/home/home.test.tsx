import type { SearchSuggestions } from '@jaanch/catalogue/packages/api'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { expect, test, vi } from 'vitest'
import { swrConfig } from '@/lib/cache/swr-config'
import { tokenKey } from '@/lib/http/token'
import { useSession } from '@/lib/session/session-context'
import { SessionProvider } from '@/lib/session/session-provider'
import { WithFacts } from '@/testing/facts'
import { Banner, Home } from './home'

function HomeOfUser() {
  return useSession().state.status === 'signed-in' ? <Home /> : null
}

const suggestions: SearchSuggestions = {
  packages: 2,
  found: ['Diabetes', 'Heart', 'Fever', 'Energy Fatigue'],
  conditions: [{ name: 'hair loss', packages: 2 }],
}

/** @param suggested null: the call fails */
function renderHome(name: string | null, suggested: SearchSuggestions | null = suggestions): void {
  localStorage.setItem(tokenKey, 't1')
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/api/users/me') return Response.json({ id: 'u1', role: 'customer', name })
    if (url !== '/api/search/suggestions') return Response.json([])
    return suggested ? Response.json(suggested) : Response.json({ error: 'internal' }, { status: 500 })
  })
  render(
    <SWRConfig value={{ ...swrConfig, provider: () => new Map() }}>
      <SessionProvider>
        <MemoryRouter>
          <HomeOfUser />
        </MemoryRouter>
      </SessionProvider>
    </SWRConfig>,
  )
}

test.each([null, ''])('a user whose name is %j is greeted as User', async (name) => {
  renderHome(name)
  expect(await screen.findByRole('heading', { name: 'Hello, User' })).toBeTruthy()
})

const tiles = ['Diabetes', 'Heart', 'Fever', 'Energy']

function shownTiles(): string[] {
  return tiles.filter((name) => screen.queryByRole('link', { name }))
}

test('a health concern is hidden if no test of the catalogue is found by it, and so is the offer', async () => {
  renderHome('Asha', { ...suggestions, found: ['Diabetes', 'Energy Fatigue'] })
  await screen.findByRole('link', { name: 'Hair loss' })
  expect(shownTiles()).toEqual(['Diabetes', 'Energy'])
  expect(screen.queryByRole('link', { name: 'Claim Offer' })).toBeNull()
})

test('conditions of the catalogue are health concerns beside the four fixed ones', async () => {
  renderHome('Asha')
  const link = await screen.findByRole('link', { name: 'Hair loss' })
  expect(link.getAttribute('href')).toBe('/tests?q=hair+loss')
  expect(shownTiles()).toEqual(tiles)
  expect(screen.getByRole('link', { name: 'Claim Offer' })).toBeTruthy()
})

test.each([
  ['the catalogue is not known', null],
  ['the catalogue is empty', { packages: 0, found: [], conditions: [] }],
])('the four health concerns are shown if %s', async (_, suggested) => {
  renderHome('Asha', suggested)
  await screen.findByRole('heading', { name: 'Hello, Asha' })
  await vi.waitFor(() => expect(document.querySelectorAll('#concerns ~ .animate-pulse')).toHaveLength(0))
  expect(shownTiles()).toEqual(tiles)
})

const show = (facts: Parameters<typeof WithFacts>[0]['facts']) =>
  render(
    <WithFacts facts={facts}>
      <Banner />
    </WithFacts>,
  )

test('the banner has the texts of the specification until an installation has its own', () => {
  show({})
  expect(screen.getByRole('heading', { name: 'Monsoon Health Special' })).toBeTruthy()
  expect(screen.getByText('30% off')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Claim Offer' })
  expect(link.getAttribute('href')).toBe('/tests?q=Fever')
})

test('the banner has the texts of the installation, and leaves out what is hidden', () => {
  show({ bannerTitle: 'Heart Week', bannerBadge: null, bannerText: 'In June', bannerSearch: 'Heart' })
  expect(screen.getByRole('heading', { name: 'Heart Week' })).toBeTruthy()
  expect(screen.queryByText('30% off')).toBeNull()
  expect(screen.getByText('In June')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/tests?q=Heart')
})

test('the button of the banner is left out if nothing is searched for', () => {
  show({ bannerSearch: null })
  expect(screen.queryByRole('link')).toBeNull()
})

test('there is no banner without its title', () => {
  expect(show({ bannerTitle: null }).container.textContent).toBe('')
})
