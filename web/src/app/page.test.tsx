import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { announce } from '@/ui/announcer'
import { usePageFocus } from './page'

vi.mock('@/ui/announcer', () => ({ announce: vi.fn() }))

function Page({ title, hasField = false }: { title: string; hasField?: boolean }) {
  usePageFocus(title)
  return (
    <main>
      <h1>{title} of Asha</h1>
      {/* biome-ignore lint/a11y/noAutofocus: as a form does */}
      {hasField && <input autoFocus aria-label="Search" />}
    </main>
  )
}

test('a new page moves the focus to its heading and is announced; the first one, and one with the focus in it, are left alone', () => {
  render(<Page title="Home" />).unmount()
  expect(announce).not.toHaveBeenCalled()

  const view = render(<Page title="Reports" />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Reports of Asha' }))
  expect(announce).toHaveBeenCalledExactlyOnceWith('Reports')
  view.unmount()

  render(<Page title="Tests" hasField />)
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
