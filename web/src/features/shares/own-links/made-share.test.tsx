import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { randomSecret } from '@/features/shares/link/link'
import { MadeShare } from './made-share'
import { lose, made } from './texts'

function show() {
  const onClose = vi.fn()
  render(
    <MadeShare
      request={{
        linkId: randomSecret(),
        passcode: 'WPXH-CF3A',
        label: 'Cardiology',
        familyMemberId: null,
        reports: 1,
        trends: 0,
        days: 7,
        files: [],
      }}
      secret={randomSecret()}
      endsAt="2026-12-04T10:00:00.000Z"
      passcode="WPXH-CF3A"
      onClose={onClose}
    />,
  )
  return { user: userEvent.setup(), onClose }
}

it('a new link is not lost by Escape: the dialog asks, and comes back', async () => {
  const { user, onClose } = show()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog', { name: lose.title })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: lose.cancelLabel }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: lose.confirmLabel }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('the dialog of a new link closes without a question once the link is copied', async () => {
  const { user, onClose } = show()
  await user.click(screen.getByRole('button', { name: made.copyLink }))
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

it('the dialog of a new link closes by Done, also if the link was scanned', async () => {
  const { user, onClose } = show()
  await user.click(screen.getByRole('button', { name: made.done }))
  expect(onClose).toHaveBeenCalledOnce()
})
