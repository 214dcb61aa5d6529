import { expect, test } from 'vitest'
import { readPrescription, refusalOf } from './prescription-file'

const file = (type: string, size = 10) => new File(['x'.repeat(size)], 'prescription', { type })
const limit = 5 * 1024 ** 2

test('no file, one byte too many and a type that is none of the three are refused, each in its own words', () => {
  expect(refusalOf(null)).toEqual({
    title: 'No File Selected',
    text: 'Please select a prescription file to upload',
  })
  expect(refusalOf(file('image/png', limit + 1))).toEqual({
    title: 'File Too Large',
    text: 'Please select a file smaller than 5MB',
  })
  expect(refusalOf(file('image/heic'))).toEqual({
    title: 'Invalid File Type',
    text: 'Please upload a JPG, PNG, or PDF file',
  })
})

test.each(['image/jpeg', 'image/png', 'image/jpg', 'application/pdf'])('%s is taken, up to 5 MB', (type) => {
  expect(refusalOf(file(type, limit))).toBeUndefined()
})

test('a JPEG that calls itself image/jpg travels as image/jpeg', async () => {
  expect(await readPrescription(file('image/jpg'))).toMatch(/^data:image\/jpeg;base64,/)
})
