import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeCopyLine, encodeCopyLine } from './copy-text.ts'

it('a line of COPY is decoded to the fields that were encoded, whatever characters they contain', () => {
  const field = fc.oneof(
    fc.string({ unit: fc.constantFrom('\\', '\t', '\n', '\r', 'N', 'n', 'é', '🩸') }),
    fc.constant(null),
  )
  fc.assert(
    fc.property(fc.array(field, { minLength: 1 }), (fields) => {
      const line = encodeCopyLine(fields)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(decodeCopyLine(line.slice(0, -1))).toEqual(fields)
    }),
  )
})

it('instants are encoded as ISO text, other objects as JSON', () => {
  expect(encodeCopyLine([new Date(0), { a: 'b\n' }, 5, true, undefined])).toBe(
    '1970-01-01T00:00:00.000Z\t{"a":"b\\\\n"}\t5\ttrue\t\\N\n',
  )
})
