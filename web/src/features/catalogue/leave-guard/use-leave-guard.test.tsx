import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useLeaveGuard } from './use-leave-guard'

const onLeave = vi.fn()

function Editor({ isUnsaved }: { isUnsaved: boolean }) {
  const { question, leave } = useLeaveGuard(isUnsaved, onLeave)
  return (
    <>
      <button type="button" onClick={leave}>
        Back
      </button>
      {question}
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** @returns whether the browser asks before it closes the tab */
function asksAtUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

test('an editor without unsaved changes is left without a question', async () => {
  render(<Editor isUnsaved={false} />)
  expect(asksAtUnload()).toBe(false)
  await press('Back')
  expect(onLeave).toHaveBeenCalledTimes(1)
})

test('an editor with unsaved changes asks: they stay, or it is left', async () => {
  render(<Editor isUnsaved />)
  await press('Back')
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await press('Keep editing')
  expect([onLeave.mock.calls.length, screen.queryByRole('alertdialog')]).toEqual([0, null])
  await press('Back')
  await press('Leave')
  expect(onLeave).toHaveBeenCalledTimes(1)
})

test('the browser asks before a tab with unsaved changes is closed, and no longer once they are saved', () => {
  const { rerender } = render(<Editor isUnsaved />)
  expect(asksAtUnload()).toBe(true)
  rerender(<Editor isUnsaved={false} />)
  expect(asksAtUnload()).toBe(false)
})
