import { fileProblems } from '@jaanch/contracts/files'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CopyOffer } from './copy-offer'

const { copy, failure } = vi.hoisted(() => ({ copy: vi.fn(), failure: vi.fn() }))
vi.mock('./smaller-copy', () => ({ smallerCopy: copy }))
vi.mock('@/ui/toast-store', async (importOriginal) => {
  const original = await importOriginal<typeof import('@/ui/toast-store')>()
  return { ...original, toast: { ...original.toast, error: failure } }
})

const photo = new File(['x'], 'IMG_1.heic', { type: 'image/heic' })

test('a HEIC photo is converted if the browser can show it, and else its owner is told how to take JPG photos', async () => {
  const onCopy = vi.fn()
  render(<CopyOffer photo={photo} onCopy={onCopy} />)
  const user = userEvent.setup()
  copy.mockRejectedValueOnce(new DOMException('The source image could not be decoded.', 'InvalidStateError'))
  await user.click(screen.getByRole('button', { name: 'Convert to JPG' }))
  await vi.waitFor(() => expect(failure).toHaveBeenCalled())
  expect(JSON.stringify(failure.mock.lastCall)).toContain(fileProblems.heic)
  expect(onCopy).not.toHaveBeenCalled()

  const jpeg = new File(['x'], 'IMG_1.jpg', { type: 'image/jpeg' })
  copy.mockResolvedValueOnce(jpeg)
  await user.click(screen.getByRole('button', { name: 'Convert to JPG' }))
  await vi.waitFor(() => expect(onCopy.mock.lastCall?.[0]).toBe(jpeg))
})
