import { expect, it } from 'vitest'
import { typedByContent } from '@/lib/files'
import { acceptedTypes, findFileProblem, needsCopy } from './prescription-dialog'

const file = (type: string, size = 10) => new File(['x'.repeat(size)], 'prescription', { type })
const limit = 5 * 1024 ** 2

it('the file of a prescription is rejected with its own text if it is missing, one byte too large or of another type [S5.2]', () => {
  expect(findFileProblem(null)).toEqual({
    title: 'No File Selected',
    text: 'Please select a prescription file to upload',
  })
  expect(findFileProblem(file('image/png', limit + 1))).toEqual({
    title: 'File Too Large',
    text: 'Please select a file smaller than 5MB',
  })
  expect(findFileProblem(file('image/heic'))).toEqual({
    title: 'Invalid File Type',
    text: 'Please upload a JPG, PNG, or PDF file',
  })
})

it.each(['image/jpeg', 'image/png', 'image/jpg', 'application/pdf'])(
  'the file of a prescription of type %s is accepted up to 5 MB [S5.2]',
  (type) => {
    expect(findFileProblem(file(type, limit))).toBeUndefined()
  },
)

it('the file of a prescription is what its content is, whatever the picker calls it; what nobody knows keeps its type', async () => {
  const contents = [
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['application/pdf', '%PDF-1.7'],
  ] as const
  for (const [type, content] of contents) {
    const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0))
    for (const called of ['', 'application/octet-stream', 'application/x-pdf', 'image/heic', 'text/plain']) {
      const typed = await typedByContent(new File([bytes], 'IMG_1', { type: called }))
      expect([typed.type, typed.name, typed.size], called).toEqual([type, 'IMG_1', bytes.length])
      expect(findFileProblem(typed)).toBeUndefined()
    }
  }
  expect(findFileProblem(await typedByContent(file('text/plain')))?.title).toBe('Invalid File Type')
  expect(findFileProblem(await typedByContent(file('')))?.title).toBe('Invalid File Type')
})

it('the file of a prescription is picked as it is if its content cannot be read, so that the upload says so', async () => {
  const unreadable = file('application/pdf')
  const start = new Blob()
  start.arrayBuffer = () => Promise.reject(new DOMException('The cloud is away', 'NotReadableError'))
  unreadable.slice = () => start
  expect(await typedByContent(unreadable)).toBe(unreadable)
})

it('the file of a prescription from an iPhone in HEIC is rejected, and a copy is offered, also where the system knows no type', () => {
  for (const photo of [file('image/heic'), file('image/heif'), new File(['x'], 'IMG_1.HEIC')]) {
    expect(findFileProblem(photo)?.title).toBe('Invalid File Type')
    expect(needsCopy(photo)).toBe(true)
  }
  expect(acceptedTypes).not.toMatch(/hei/)
})

it('the file of a prescription is copied if it is a photo that is too large, and no PDF', () => {
  expect(needsCopy(file('image/jpeg', limit + 1))).toBe(true)
  for (const other of [file('image/jpeg'), file('application/pdf', limit + 1), file('image/gif', limit + 1)])
    expect(needsCopy(other)).toBe(false)
})
