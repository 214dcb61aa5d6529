/**
 * Doubts about what was sent. It is refused with 409 `confirmation-needed` and `questions`, and nothing of it is stored; whoever looked at
 * them sends it again with `confirm`, the codes of what is right all the same.
 */

import { z } from 'zod'
import { optional } from './fields.ts'

const questionCodes = [
  /** The name, birth date or sex differs from the booking's patient */
  'subject',
  /** A result is far from the person's last one */
  'delta',
  /** A result differs from the one that is recorded, and is not marked as a correction */
  'value-differs',
  /** Results of the booking wait for a pathologist's signature: this report would include them */
  'draft-waits',
  /** A result is not compatible with life */
  'implausible',
  /** The laboratory flags a result as critical that is within the limits of Jaanch and of the lab */
  'critical-flag',
  /** A result can only come from a tube that was rejected */
  'rejected-tube',
  /** The money of a test is paid back, or will be */
  'refunded',
  /** Results of tests are reported whose money is to be paid back */
  'reported',
  /** A person with results gets another name, birth date or sex: it is the same person, and what was recorded was a mistake */
  'correct-mistake',
  /** The other answer to that: this is somebody else, who becomes a family member of their own */
  'another-person',
] as const
export type QuestionCode = (typeof questionCodes)[number]

const question = z.object({
  code: z.enum(questionCodes),
  /** The code of the parameter that it is about; null: the whole report */
  parameter: z.string().nullable(),
  text: z.string(),
})
export type Question = z.output<typeof question>

/** In a body: the codes of the questions whose answer is yes */
export const confirm = z.array(z.enum(questionCodes)).max(questionCodes.length).default([])

/** The report that was the current one when the questions were asked, as their answer names it; if it is no more, they are asked again */
export const follows = optional(z.uuid())

/** The same in a query, separated by commas */
export const confirmList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter((code) => code !== '') : value),
  confirm,
)
