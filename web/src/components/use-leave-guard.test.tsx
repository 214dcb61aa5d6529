import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLeaveGuard } from './use-leave-guard'

const user = userEvent.setup()

function Editor({ isUnsaved }: { isUnsaved: boolean }) {
  const { question, release } = useLeaveGuard(isUnsaved)
  return (
    <>
      <h1>The editor</h1>
      <Link to="/list">Elsewhere</Link>
      <button type="button" onClick={release}>
        Save
      </button>
      {question}
    </>
  )
}

/** Opens the editor from a list. */
async function edit(isUnsaved: boolean) {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/list" element={<Link to="/editor">Edit</Link>} />
        <Route path="/editor" element={<Editor isUnsaved={isUnsaved} />} />
      </Routes>
    </BrowserRouter>,
  )
  await user.click(screen.getByText('Edit'))
}

const isEditing = () => location.pathname === '/editor' && screen.queryByText('The editor') !== null
const left = () => vi.waitFor(() => expect([location.pathname, isEditing()]).toEqual(['/list', false]))
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const goBack = () => act(async () => history.back())

/** @returns whether the browser asks before it closes the tab */
function asksAtUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => history.replaceState(null, '', '/list'))

test('an editor without unsaved changes is left without a question', async () => {
  await edit(false)
  expect(asksAtUnload()).toBe(false)
  await goBack()
  await left()
})

test('a link asks first: it leads on, or the changes stay', async () => {
  await edit(true)
  await user.click(screen.getByText('Elsewhere'))
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await press('Keep editing')
  expect([isEditing(), screen.queryByRole('alertdialog')]).toEqual([true, null])
  await user.click(screen.getByText('Elsewhere'))
  await press('Leave')
  await left()
  expect(asksAtUnload()).toBe(false)
})

test('Back asks first: it leads back, or the changes and the address stay', async () => {
  await edit(true)
  await goBack()
  await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  await vi.waitFor(() => expect(isEditing()).toBe(true))
  await press('Keep editing')
  expect(isEditing()).toBe(true)
  await goBack()
  await screen.findByRole('alertdialog')
  await vi.waitFor(() => expect(isEditing()).toBe(true))
  await press('Leave')
  await left()
})

test('an editor whose changes were saved is left without a question', async () => {
  await edit(true)
  await press('Save')
  await user.click(screen.getByText('Elsewhere'))
  await left()
})

test('the browser asks before a tab with unsaved changes is closed', async () => {
  await edit(true)
  expect(asksAtUnload()).toBe(true)
})
