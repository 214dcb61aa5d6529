import type { Sex } from '../parameter.ts'
import type { Subject } from '../subject.ts'
import type { Reader } from './fields.ts'
import { readTime } from './instants.ts'
import { type Problems, quoted } from './problem.ts'
import type { Segment } from './segments.ts'

/** HL7 table 0001. U, A and N say nothing that can be compared */
const sexes: Readonly<Record<string, Sex>> = {
  M: 'male',
  F: 'female',
  O: 'other',
  U: null,
  A: null,
  N: null,
  '': null,
}

/** Whom the message is about: PID-5 (name), PID-7 (date of birth), PID-8 (sex). */
export function readPatientSegment(segment: Segment, reader: Reader, problems: Problems): Subject {
  const { number } = segment
  const names = reader
    .repetitions(segment, 5)
    .map(([family = '', given = '', more = '', suffix = '', prefix = '']) =>
      [prefix, given, more, family, suffix].filter(Boolean).join(' '),
    )
    .filter((name) => name !== '')
  if (names.length === 0)
    problems.add(
      number,
      'PID-5',
      'The name of the patient is missing. It is compared with the booking: family name^given name.',
    )
  const born = reader.text(segment, 7)
  const birthDate = born === '' ? null : readTime(born)
  if (birthDate === undefined)
    problems.add(number, 'PID-7', `${quoted(born)} is no date of birth. Write 19900531.`)
  const sex = reader.text(segment, 8)
  if (!Object.hasOwn(sexes, sex))
    problems.add(number, 'PID-8', `${quoted(sex)} is no sex. Send M, F, O or U, or leave it empty.`)
  return { names, birthDate: birthDate?.date ?? null, sex: sexes[sex] ?? null }
}
