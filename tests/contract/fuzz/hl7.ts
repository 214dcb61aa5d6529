/** Generates HL7 v2 messages of a lab's information system with errors. */
import { malformed } from '@jaanch/report/testing/hl7-malformed'
import { goodLines, messageOf, withField } from '@jaanch/report/testing/hl7-messages'
import fc from 'fast-check'

const changedField = fc
  .tuple(fc.nat(goodLines.length - 1), fc.nat(30), fc.string({ maxLength: 30, unit: 'binary' }))
  .map(([at, field, value]) =>
    messageOf(goodLines.map((line, n) => (n === at ? withField(line, field, value) : line))),
  )

export const anyHl7: fc.Arbitrary<string> = fc.oneof(
  fc.constant(messageOf(goodLines)),
  fc.constantFrom(...malformed).map(({ message }) => message),
  { weight: 4, arbitrary: changedField },
  fc.string({ maxLength: 200, unit: 'binary' }),
)
