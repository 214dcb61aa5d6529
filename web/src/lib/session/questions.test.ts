import { beforeEach, expect, it } from 'vitest'
import { onConfirmationRequired, withConfirmation } from '@/lib/http/call'
import { ApiError } from '../http/api-error'
import { noteKept } from './kept-note'
import { confirmation, leaving, mayLeave } from './questions'

beforeEach(() => onConfirmationRequired(confirmation.ask))

const refused = new ApiError(403, JSON.stringify({ error: 'Please confirm', code: 'confirmation-required' }))

/** A call that is refused until the session is confirmed */
function calling() {
  let calls = 0
  const run = async () => {
    calls += 1
    if (calls === 1) throw refused
    return 'done'
  }
  return { answer: withConfirmation(run), calls: () => calls }
}

it('asks once for all calls that wait, and then repeats each', async () => {
  const [one, other] = [calling(), calling()]
  await expect.poll(() => confirmation.get(), { timeout: 120_000 }).not.toBeNull()
  confirmation.get()?.settle(true)
  expect(await Promise.all([one.answer, other.answer])).toEqual(['done', 'done'])
  expect([one.calls(), other.calls()]).toEqual([2, 2])
  expect(confirmation.get()).toBeNull()
})

it('passes the refusal on if the user declines, and does not repeat the call', async () => {
  const { answer, calls } = calling()
  await expect.poll(() => confirmation.get(), { timeout: 120_000 }).not.toBeNull()
  confirmation.get()?.settle(false)
  await expect(answer).rejects.toBe(refused)
  expect(calls()).toBe(1)
})

it('asks before signing out if something of this user is not sent yet', async () => {
  noteKept({ u1: 0, u2: 3 })
  expect(await mayLeave('u1')).toBe(true)
  expect(leaving.get()).toBeNull()
  const stays = mayLeave('u2')
  expect(leaving.get()).not.toBeNull()
  leaving.get()?.settle(false)
  expect(await stays).toBe(false)
  const leaves = mayLeave('u2')
  leaving.get()?.settle(true)
  expect(await leaves).toBe(true)
  expect(leaving.get()).toBeNull()
})
