import type { SecondFactorRefusal } from '@jaanch/account/second-factors/api'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { mockFetch } from '@/testing/fetch'
import { SecondStep } from './second-step'

const fetchMock = mockFetch()
const session = { token: 't1', user: { id: 'u1', role: 'admin' } }
const onSignedIn = vi.fn()

beforeEach(() => {
  onSignedIn.mockReset()
})

const respond = (status: number, body: unknown) =>
  fetchMock.mockImplementation(async () => new Response(JSON.stringify(body), { status }))

async function send(label: string, code: string, button: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value: code } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: button })))
}

const sent = () => JSON.parse(String(fetchMock.mock.calls.at(-1)?.[1]?.body))

const needed: SecondFactorRefusal = {
  code: 'second-factor-needed',
  ticket: 'the-ticket',
  hasApp: true,
  passkey: null,
}

it('the second step of a login sends the code with the ticket, shows that it is wrong, and offers no passkey if there is none', async () => {
  render(<SecondStep refusal={needed} onSignedIn={onSignedIn} onBack={() => {}} />)
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  respond(422, { error: 'That is not correct, or it was used already.' })
  await send('Code from your authenticator app', '123 456', 'Continue')
  await screen.findByText('That is not correct, or it was used already.')
  expect(sent()).toEqual({ ticket: 'the-ticket', code: '123 456' })
  respond(200, session)
  await send('Code from your authenticator app', '654321', 'Continue')
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(session), { timeout: 120_000 })
})

it('the second step of a login of an account that must have one sets it up with the mailed code, and shows the recovery codes before it goes on', async () => {
  const app = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Jaanch:a', passkey: {} }
  const setUp = { ticket: 'the-ticket', needsCode: true, ...app }
  const refusal: SecondFactorRefusal = { code: 'second-factor-required', setUp }
  render(<SecondStep refusal={refusal} onSignedIn={onSignedIn} onBack={() => {}} />)
  expect(screen.getByText('ABCD EFGH')).toBeTruthy()
  respond(200, { recoveryCodes: ['AAAA-BBBB-CCCC-DDDD'], session })
  await send('Code from the app', '123456', 'Add authenticator app')
  expect(screen.getByText('Please enter the code from your email')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Code from your email'))
  fireEvent.change(screen.getByLabelText('Code from your email'), { target: { value: '654321' } })
  await send('Code from the app', '123456', 'Add authenticator app')
  expect(sent()).toEqual({ ticket: 'the-ticket', code: '123456', setUpCode: '654321' })
  await screen.findByText('AAAA-BBBB-CCCC-DDDD')
  expect(onSignedIn).not.toHaveBeenCalled()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'I have saved them' })))
  expect(onSignedIn).toHaveBeenCalledWith(session)
})
