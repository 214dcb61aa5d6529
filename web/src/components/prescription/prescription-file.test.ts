import { describe, expect, it } from 'vitest'
import { findFileProblem, readPrescription } from './prescription-file'

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

  it('of type image/jpg is sent as image/jpeg', async () => {
    expect(await readPrescription(file('image/jpg'))).toMatch(/^data:image\/jpeg;base64,/)
  })
})
