import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { clearCache } from '../cache/live-cache'
import { readDraft, writeDraft } from '../drafts'
import { tokenKey } from '../http/token'
import { lastCity } from '../location/last-city'
import { useSession } from './session-context'
import { SessionProvider } from './session-provider'

vi.mock('../cache/live-cache', { spy: true })

function Page() {
  const { state, signOut } = useSession()
  return (
    <button type="button" onClick={signOut}>
      {state.status}
    </button>
  )
}

it('after signing out, also without a network, nobody is signed in, and no answers and drafts are left [S2.1.4 V7.4.4 V14.3.1]', async () => {
  localStorage.setItem(tokenKey, 't1')
  writeDraft('booking', { street: '12 MG Road' })
  lastCity.set('Pune')
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      throw new TypeError('offline')
    }),
  )
  render(
    <SessionProvider>
      <Page />
    </SessionProvider>,
  )
  fireEvent.click(await screen.findByText('unreachable'))
  expect(await screen.findByText('visitor')).toBeTruthy()
  expect(localStorage.getItem(tokenKey)).toBeNull()
  expect(readDraft('booking')).toBeNull()
  expect(localStorage.getItem('city')).toBeNull()
  expect(clearCache).toHaveBeenCalled()
})
