import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FamilyMemberDialog } from './family-member-dialog'

const ravi = {
  id: 'f1',
  name: 'Ravi Rao',
  relationship: 'parent',
  dateOfBirth: null,
  gender: 'male' as const,
  phone: null,
  age: null,
}
const refusal = {
  code: 'confirmation-needed',
  error: 'There are results for this person.',
  questions: [
    { code: 'correct-mistake', parameter: null, text: 'This is the same person.' },
    { code: 'another-person', parameter: null, text: 'This is another person.' },
  ],
}

test('an edit of a relative with results asks for one of two answers, and sends it with what was typed', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body))
    return bodies.length === 1
      ? new Response(JSON.stringify(refusal), { status: 409 })
      : new Response(JSON.stringify({ ...ravi, id: 'f2', name: 'Sunita Rao' }))
  })
  const onClose = vi.fn()
  render(<FamilyMemberDialog member={ravi} onClose={onClose} />)
  const name = screen.getByLabelText('Name')
  await userEvent.clear(name)
  await userEvent.type(name, 'Sunita Rao')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This is the same person.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Correct the mistake' })).toBeTruthy()
  // whoever is not sure goes back to what was typed
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Sunita Rao')
  bodies.length = 0
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add another person' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(bodies[1]).toMatchObject({ name: 'Sunita Rao', confirm: ['another-person'] })
})
