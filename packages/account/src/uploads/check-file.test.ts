import { AppError } from '@jaanch/contracts/errors'
import { type FileType, fileProblems } from '@jaanch/contracts/files'
import { PdfReaderError, type PdfVerdict } from '@jaanch/platform/files/pdf-reader'
import { jpeg, pdf, pdfOf } from '@jaanch/tests/support/sample-files'
import { expect, it, vi } from 'vitest'
import { type CheckFile, createCheckFile, type FileCheck } from './check-file.ts'

/** @param says the verdict on every PDF, or why there is none */
function check(
  content: Buffer,
  says: PdfVerdict | Error = 'readable',
  contentType: FileType = 'application/pdf',
) {
  const read = vi.fn(() => (says instanceof Error ? Promise.reject(says) : Promise.resolve(says)))
  const parts = {
    fileScanner: undefined,
    pdfReader: { read },
    log: { error: vi.fn() },
    audit: { record: vi.fn() },
  } as unknown as FileCheck
  const caller = { userId: 'somebody' } as Parameters<CheckFile>[0]
  return { read, done: createCheckFile(parts)(caller, { contentType, bytes: Buffer.from(content) }) }
}

it.each([
  ['password', fileProblems.pdfPassword],
  ['without-pages', fileProblems.pdfWithoutPages],
  ['unreadable', fileProblems.pdfUnreadable],
] as const)(
  'a PDF that nobody can open is refused with a sentence that says why: %s',
  async (verdict, text) => {
    await expect(check(pdf, verdict).done).rejects.toEqual(new AppError('unreadable-file', text))
  },
)

it('a PDF that is cut off is refused before anything reads it', async () => {
  for (const cut of [pdf.subarray(0, 14), pdf.subarray(0, pdf.length / 2), pdf.subarray(0, -6)]) {
    const { read, done } = check(cut)
    await expect(done).rejects.toEqual(new AppError('unreadable-file', fileProblems.pdfCutOff))
    expect(read).not.toHaveBeenCalled()
  }
})

it('a PDF that is cut off is refused also if it has an end near its beginning, as linearized ones have', async () => {
  const linearized = Buffer.concat([pdf, Buffer.alloc(5_000, 'stream '), pdf])
  await expect(check(linearized.subarray(0, 4_000)).done).rejects.toThrow(fileProblems.pdfCutOff)
})

it('blanks behind the end of a PDF do not matter, and a kilobyte of anything else does not', async () => {
  await expect(check(pdfOf(100_000)).done).resolves.toBeUndefined()
  await expect(check(Buffer.concat([pdf, Buffer.alloc(1_000, 'x')])).done).resolves.toBeUndefined()
  await expect(check(Buffer.concat([pdf, Buffer.alloc(2_000, 'x')])).done).rejects.toThrow(
    fileProblems.pdfCutOff,
  )
})

it('a photo is not read as a PDF', async () => {
  const { read, done } = check(jpeg, 'unreadable', 'image/jpeg')
  await done
  expect(read).not.toHaveBeenCalled()
})

it('whoever uploads a PDF is asked to try again later while no PDF can be read', async () => {
  await expect(check(pdf, new PdfReaderError()).done).rejects.toMatchObject({ code: 'unavailable' })
})
