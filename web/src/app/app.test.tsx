import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { noteKept } from '@/lib/session/kept-note'
import { leaving, mayLeave } from '@/lib/session/questions'
import { SessionContext } from '@/lib/session/session-context'
import { createSession } from '@/testing/session'
import { UnsentEntries } from './app'

const session = (user?: { id: string }) => (
  <SessionContext value={createSession(user)}>
    <UnsentEntries />
  </SessionContext>
)

test('the question before the sign-out keeps its number while entries are sent, and the end of the session answers it with no', async () => {
  const { rerender } = render(session({ id: 'u1' }))
  noteKept({ u1: 3 })
  let answer = Promise.resolve(true)
  act(() => {
    answer = mayLeave('u1')
  })
  await screen.findByRole('alertdialog', { name: '3 entries are not sent yet' })
  noteKept({ u1: 0 })
  rerender(session({ id: 'u1' }))
  expect(screen.getByRole('alertdialog', { name: '3 entries are not sent yet' })).toBeTruthy()
  rerender(session())
  expect(await answer).toBe(false)
  expect(leaving.get()).toBeNull()
})
