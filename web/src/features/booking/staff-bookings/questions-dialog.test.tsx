import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { QuestionsDialog } from './attach-report'

test('Enter goes back to the values; the results are confirmed by their own button', async () => {
  const [onConfirm, onClose] = [vi.fn(), vi.fn()]
  const questions = [{ code: 'delta', parameter: 'HBA1C', text: 'HbA1c was 7.6, and is 3.9' }] as const
  render(<QuestionsDialog questions={questions} onConfirm={onConfirm} onClose={onClose} />)
  const user = userEvent.setup()
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onConfirm).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'It is right' }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
