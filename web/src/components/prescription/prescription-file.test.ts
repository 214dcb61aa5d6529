import { describe, expect, it } from 'vitest'
import {
  acceptedTypes,
  findFileProblem,
  isShownAsPicture,
  needsCopy,
  readPrescription,
} from './prescription-file'

const file = (type: string, size = 10) => new File(['x'.repeat(size)], 'prescription', { type })
const limit = 5 * 1024 ** 2

describe('the file of a prescription', () => {
  it('is rejected with its own text if it is missing, one byte too large or of another type [S5.2]', () => {
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
    'of type %s is accepted up to 5 MB [S5.2]',
    (type) => {
      expect(findFileProblem(file(type, limit))).toBeUndefined()
    },
  )

  it.each(['', 'application/octet-stream', 'application/x-pdf', 'image/pjpeg'])(
    'that the picker calls %j is accepted: the API takes it by its content',
    (type) => {
      expect(findFileProblem(file(type))).toBeUndefined()
    },
  )

  it('from an iPhone in HEIC is rejected, and a copy is offered, also where the system knows no type', () => {
    for (const photo of [file('image/heic'), file('image/heif'), new File(['x'], 'IMG_1.HEIC')]) {
      expect(findFileProblem(photo)?.title).toBe('Invalid File Type')
      expect(needsCopy(photo)).toBe(true)
    }
    expect(acceptedTypes).not.toMatch(/hei/)
  })

  it('is copied if it is a photo that is too large, and no PDF', () => {
    expect(needsCopy(file('image/jpeg', limit + 1))).toBe(true)
    for (const other of [
      file('image/jpeg'),
      file('application/pdf', limit + 1),
      file('image/gif', limit + 1),
    ])
      expect(needsCopy(other)).toBe(false)
  })

  it('is previewed as a picture by its name where the system knows no type', () => {
    expect(isShownAsPicture(new File(['x'], 'scan.JPG'))).toBe(true)
    expect(isShownAsPicture(new File(['x'], 'scan.pdf'))).toBe(false)
    expect(isShownAsPicture(new File(['x'], 'scan.jpg', { type: 'application/pdf' }))).toBe(false)
  })

  it('of type image/jpg is sent as image/jpeg', async () => {
    expect(await readPrescription(file('image/jpg'))).toMatch(/^data:image\/jpeg;base64,/)
  })
})
