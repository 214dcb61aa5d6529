import { expect, it } from 'vitest'
import { aboutText, actionText, actorText } from './audit-page'

it('an entry of the audit trail names the action and who did it', () => {
  expect(actionText('sign-in-failed')).toBe('Sign in failed')
  expect(actorText({ kind: 'lab-partner', name: 'City Lab' })).toBe('City Lab (lab)')
  expect(actorText({ kind: 'customer', name: null })).toBe('Former customer')
  expect(actorText(null)).toBe('A stranger')
})

it('an entry of the audit trail says what it is about, with short ids and the reason of an admin', () => {
  const bookingId = '1f2e3d4c-0000-4000-8000-000000000001'
  const object = 'health-report:aabbccdd-0000-4000-8000-000000000001'
  expect(aboutText({ object, details: { bookingId }, reason: null })).toBe(
    'health report aabbccdd, booking 1f2e3d4c',
  )
  expect(aboutText({ object: null, details: { command: 'dead retry', id: 7 }, reason: null })).toBe(
    'command dead retry, id 7',
  )
  expect(aboutText({ object: null, details: { change: 3 }, reason: 'Late' })).toBe('“Late”')
})
