/** Results in HL7 v2 from the systems of laboratories. */

import { confirmList, follows, type Question } from '@jaanch/contracts/http/questions'
import { forLab, route } from '@jaanch/contracts/http/route'
import { z } from 'zod'
import { healthReportView } from '../api.ts'
import { hl7BodyLimit, hl7ContentType, hl7OtherTypes, hl7TooLarge } from './rules.ts'

/** A problem of an HL7 message, for the person who corrects it at the laboratory. */
const hl7Problem = z.object({
  /** Number of the segment, from 1; 0: the message as a whole */
  segment: z.int().nonnegative(),
  /** `OBX-5`; '' if it is about the whole segment */
  field: z.string(),
  text: z.string(),
})
export type Hl7Problem = z.output<typeof hl7Problem>

const hl7Accepted = z.object({
  report: healthReportView,
  /** The acknowledgement for the sending system: MSH and MSA, each ended by CR */
  ack: z.string(),
})
export type Hl7Accepted = z.output<typeof hl7Accepted>

/** Details of the error that answers a refused message. */
export type Hl7Refused = {
  problems: Hl7Problem[]
  ack: string
  questions?: Question[]
  follows?: string | null
}

export const hl7Calls = {
  importHl7: route({
    method: 'POST',
    path: '/api/lab/hl7',
    ...forLab('technician', 'pathologist'),
    summary:
      'Submit the results of a booking as an HL7 v2 message (ORU^R01, versions 2.3 to 2.8.2); the placer order number is the order ' +
      'number (JN-…). A message with the same control id (MSH-10) is taken once. A refused one is answered with all its problems and ' +
      'the acknowledgement AE; nothing of it is stored',
    query: z.object({ confirm: confirmList, follows }),
    body: z.object({ message: z.string().min(1).max(hl7BodyLimit) }),
    bodyAs: {
      type: hl7ContentType,
      also: hl7OtherTypes,
      schema: z
        .string('The request needs a body.')
        .min(1)
        .transform((message) => ({ message })),
    },
    bodyLimit: hl7BodyLimit,
    tooLarge: hl7TooLarge,
    status: 201,
    response: hl7Accepted,
  }),
}
