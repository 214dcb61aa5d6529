import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { watchTyping } from '@/lib/parts/typed'
import { lazyDialog, lazyPage, lazyPart } from './lazy-part'

const { isOutdated, reloadOnce } = vi.hoisted(() => ({ isOutdated: vi.fn(), reloadOnce: vi.fn() }))
vi.mock('@/lib/parts/release', () => ({ isOutdated, reloadOnce }))
watchTyping()

let failures: number
let loads: number

beforeEach(() => {
  failures = 1
  loads = 0
  isOutdated.mockReset().mockResolvedValue(false)
  reloadOnce.mockReset().mockReturnValue(true)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
type ChartProps = { name: string; onClose: () => void }
function Chart({ name }: ChartProps) {
  return <p>Chart of {name}</p>
}
async function load(): Promise<ComponentType<ChartProps>> {
  loads += 1
  failures -= 1
  if (failures >= 0) throw new Error('503')
  return Chart
}

/** A form beside the part, and a button that opens the part */
function Page({ Part, onClose = () => {} }: { Part: ComponentType<ChartProps>; onClose?: () => void }) {
  const [isOpen, setOpen] = useState(true)
  function close() {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <form aria-label="Capacity">
        <input aria-label="PIN codes" />
      </form>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Suspense>{isOpen && <Part name="labs" onClose={close} />}</Suspense>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('PIN codes')

test('a part that does not load fails in its place, is tried again, and what is typed elsewhere stays', async () => {
  render(<Page Part={lazyPart(load)} />)
  await userEvent.type(field(), '396001')
  expect(await screen.findByText('This part could not be loaded.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Chart of labs')).toBeTruthy()
  expect(field().value).toBe('396001')
  expect(loads).toBe(2)
})

test('it fails once per attempt, and each attempt is offered again', async () => {
  failures = 2
  render(<Page Part={lazyPart(load)} />)
  await screen.findByText('This part could not be loaded.')
  expect(loads).toBe(1)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  // what the browser keeps of a failure can only be left by loading the page again
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(loads).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Chart of labs')).toBeTruthy()
})

test('without a connection it says so, and loads by itself when there is one', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<Page Part={lazyPart(load)} />)
  expect(await screen.findByText(/There is no connection/)).toBeTruthy()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Chart of labs')).toBeTruthy()
})

test('a dialog that does not load can be closed, and opens the next time', async () => {
  const onClose = vi.fn()
  render(<Page Part={lazyDialog(load)} onClose={onClose} />)
  expect(await screen.findByRole('dialog', { name: 'This part could not be loaded.' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Chart of labs')).toBeTruthy()
})

test('after a release the page is loaded again only if nothing that was entered is lost', async () => {
  isOutdated.mockResolvedValue(true)
  failures = 9
  const page = render(<Page Part={lazyPart(load)} />)
  expect(await screen.findByText('Jaanch was updated. Please load the page again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  page.unmount()
  render(<Page Part={lazyPart(load)} />)
  await userEvent.type(field(), '396001')
  expect(
    await screen.findByText(
      'Jaanch was updated. Please finish what you have entered on this page, then load the page again.',
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(reloadOnce).not.toHaveBeenCalled()
})

test('a page of an earlier release is loaded again by itself', async () => {
  isOutdated.mockResolvedValue(true)
  render(<Page Part={lazyPage(load)} />)
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded.' })).toBeTruthy()
  await vi.waitFor(() => expect(reloadOnce).toHaveBeenCalledOnce(), { timeout: 120_000 })
})

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? <p>Caught: {this.state.error.message}</p> : this.props.children
  }
}

test('a fault of a part that has loaded is not shown as one of the network', async () => {
  const Broken = lazyPart(async () => (): ReactNode => {
    throw new Error('a fault')
  })
  render(
    <Boundary>
      <Suspense>
        <Broken />
      </Suspense>
    </Boundary>,
  )
  expect(await screen.findByText('Caught: a fault')).toBeTruthy()
})
