import { expect, it } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import { refusedValueOf } from './report-values'

const parameters = [
  { code: 'HGB', name: 'Haemoglobin' },
  { code: 'NA', name: 'Sodium' },
]
const sent = [{ code: 'HGB' }, { code: 'NA' }]
const refused = (error: string) =>
  refusedValueOf(new ApiError(422, JSON.stringify({ error, code: 'invalid' })), parameters, sent)

it('a refused value is said of its parameter by name, without the place in the request', () => {
  const text = 'Sodium must be a number, such as 145 or "<145".'
  expect(refused('values[1].value: NA must be a number, such as 145 or "<145".')).toEqual({
    code: 'NA',
    text,
  })
  expect(refused('values[0].code: no parameter is called HGB.')?.text).toBe(
    'Haemoglobin: no parameter is called HGB.',
  )
})

it('other failures are of no value', () => {
  expect(refused('fileUrl: must be a PDF.')).toBeUndefined()
  expect(refused('values[7].value: NA must be a number.')).toBeUndefined()
  expect(refusedValueOf(new Error('offline'), parameters, sent)).toBeUndefined()
})
